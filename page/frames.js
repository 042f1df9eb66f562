// Pictures drawn by the program in place of WebGL, and the choice between both. WebGL is missing in some browsers; in
// virtual machines and remote desktops it runs in software, far slower than the program draws on the same cores.

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const LEAST_TIME = 2000, LEAST_GAPS = 5; // least time [ms] and number of pictures for which WebGL is observed
const SLOWEST = 100; // time of a picture from which WebGL counts as slow [ms]

// Returns the name of the WebGL renderer, a GPU or software; null without WebGL2.
export function drawnBy() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return null;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

export const isSoftware = name => SOFTWARE.test(name ?? '');

// Measures how long WebGL takes for its first pictures.
export class Pace {
  constructor() {
    Object.assign(this, { gaps: [], last: 0, start: 0, done: false });
  }

  // Records a pass of the drawing loop, and whether it drew; returns true, once, if WebGL is slow.
  isSlow(now, drew) {
    if (this.done) return false;
    if (this.last && !document.hidden) this.gaps.push(now - this.last);
    this.last = drew && !document.hidden ? now : 0;
    this.start ||= this.last;
    const gaps = this.gaps.slice(2).sort((a, b) => a - b); // the first pictures wait for shaders
    if (!this.start || now - this.start < LEAST_TIME || gaps.length < LEAST_GAPS) return false;
    this.done = true;
    return gaps[gaps.length >> 1] > SLOWEST;
  }
}

export class Frames {
  constructor(app, canvas) {
    Object.assign(this, { app, canvas, context: canvas.getContext('bitmaprenderer', { alpha: false }), turn: Promise.resolve(), count: 0 }); // turn: shows images in order
  }

  show(on) {
    this.canvas.hidden = !on;
    this.app.canvas.hidden = on;
    document.body.classList.toggle('pictures', on);
  }

  // The current image stays until the next is decoded.
  put(head, a) {
    const decoded = createImageBitmap(new Blob([a.data], { type: head.type }));
    this.turn = this.turn.then(() => decoded).then(image => {
      const { canvas } = this, { width, height } = image;
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      this.context.transferFromImageBitmap(image);
      this.count++;
    }).catch(error => console.warn(error));
    this.number = head.number;
  }
}
