// Where there is no WebGL2: pictures that the software renderer makes and Python sends.

export class Frames {
  constructor(app, image) {
    Object.assign(this, { app, image, url: '' });
  }

  show(on) {
    this.image.hidden = !on;
    this.app.canvas.hidden = on;
    if (on && this.app.query.get('frames') !== '1') {
      setTimeout(() => this.app.bar?.tell('This browser has no WebGL2: the program draws the pictures, which is slower.', 'webgl', 8));
    }
  }

  put(head, a) {
    const url = URL.createObjectURL(new Blob([a.data], { type: head.type }));
    this.image.onload = this.image.onerror = () => URL.revokeObjectURL(url);
    this.image.src = url;
    this.number = head.number;
  }
}
