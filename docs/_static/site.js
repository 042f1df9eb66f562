// A click on a still picture loads its recording in its place: nearly a megabyte, so not before.
document.addEventListener('click', event => {
  const button = event.target.closest('button[data-recording]');
  if (!button) return;
  const frame = document.createElement('iframe');
  frame.src = button.dataset.recording;
  frame.title = 'A recorded run: drag to turn it';
  frame.allowFullscreen = true;
  button.replaceWith(frame);
});
