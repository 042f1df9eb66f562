// A click on a still picture loads a recording or a simulation in its place: a megabyte, so not before.
document.addEventListener('click', event => {
  const button = event.target.closest('button[data-page]');
  if (!button) return;
  const frame = document.createElement('iframe');
  frame.src = button.dataset.page;
  frame.title = button.dataset.title;
  frame.allowFullscreen = true;
  button.replaceWith(frame);
});
