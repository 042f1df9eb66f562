// Fallback without WebGL2: shows images that the software renderer makes and Python sends.

export class Frames {
  constructor(app, image) {
    Object.assign(this, { app, image, turn: Promise.resolve() }); // turn: shows images in order
  }

  show(on) {
    this.image.hidden = !on;
    this.app.canvas.hidden = on;
    if (on && this.app.query.get('frames') !== '1') {
      setTimeout(() => this.app.bar?.tell('This browser has no WebGL2: the program draws the pictures, which is slower.', 'webgl', 8));
    }
  }

  // An image has no pixels while it loads, so the current one stays until the next is decoded.
  put(head, a) {
    const url = URL.createObjectURL(new Blob([a.data], { type: head.type })), next = new Image();
    next.src = url;
    const decoded = next.decode().catch(() => {});
    this.turn = this.turn.then(() => decoded).then(() => {
      this.image.onload = this.image.onerror = () => URL.revokeObjectURL(url);
      this.image.src = url;
    });
    this.number = head.number;
  }
}
