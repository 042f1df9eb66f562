// Draws a picture: shadow maps, mirror image, sky, opaque geoms, transparent geoms.

import { BufferAttribute, BufferGeometry, Camera as Eye, ColorManagement, LinearSRGBColorSpace, Matrix4, Mesh, Scene, Vector3, WebGLRenderer, WebGLRenderTarget } from 'three';
import { cross, eyeOf, inModel } from './camera.js';
import { LIGHT, RND, SIDE_BY_SIDE } from './enums.js';
import { MOST_LIGHTS } from './glsl.js';
import { Lists } from './lists.js';
import { Materials, PLAIN } from './materials.js';
import { Shadows } from './shadows.js';

const NO_LIGHT = 0.3; // brightness without any light
ColorManagement.enabled = false;

export class Drawing {
  constructor(canvas, rows, shapes, soft, { antialias = true, shadows = true } = {}) {
    this.gl = new WebGLRenderer({ canvas, antialias, stencil: false, alpha: false, powerPreference: 'high-performance' });
    this.gl.outputColorSpace = LinearSRGBColorSpace;
    this.gl.autoClear = this.gl.sortObjects = false;
    this.rows = rows;
    this.shadowsWanted = shadows;
    this.materials = new Materials();
    this.lists = new Lists(rows, shapes, soft, this.materials);
    this.shadows = new Shadows(this.gl);
    this.eye = new Eye();
    this.eye.matrixAutoUpdate = this.eye.matrixWorldAutoUpdate = false;
    this.sky = new Scene();
    const corners = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    const all = new Mesh(corners, this.materials.sky());
    all.frustumCulled = false;
    this.sky.add(all);
    this.lights = [];
    this.room = { flags: [1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1], flex: [0, 0, 0, 1] };
    this.model = null;
    this.width = this.height = this.ratio = 1;
  }

  resize(width, height, ratio) {
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    Object.assign(this, { width, height, ratio });
    this.gl.setPixelRatio(ratio);
    this.gl.setSize(width, height, false);
  }

  // All draw calls pass here, so that measurements can skip them.
  render(scene) {
    if (!this.stub) this.gl.render(scene, this.eye);
  }

  setLights(i, f) {
    this.lights = Array.from({ length: i.shape[0] }, (_, k) => {
      const n = i.subarray(5 * k, 5 * k + 5), x = f.subarray(23 * k, 23 * k + 23), three = at => Array.from(x.subarray(at, at + 3));
      const dir = three(3), length = Math.hypot(...dir) || 1;
      return { type: n[1], headlight: n[3], castshadow: n[4], pos: three(0), dir: dir.map(v => v / length), attenuation: three(6),
        ambient: three(9), diffuse: three(12), specular: three(15), cutoff: x[18], exponent: x[19] };
    });
  }

  // Returns lights as uniforms, with shadow-casting lights last.
  light(casting) {
    const u = this.materials.shared, all = this.lights.slice(0, MOST_LIGHTS);
    const sorted = [...all.filter(l => !casting.includes(l)), ...casting];
    sorted.forEach((l, k) => {
      u.lightPos.value[k].set(...l.pos, l.type);
      u.lightDir.value[k].set(...l.dir, l.headlight ? 1 : 0);
      u.lightAmbient.value[k].set(...l.ambient, l.type === LIGHT.SPOT && l.cutoff <= 90 ? Math.cos((l.cutoff * Math.PI) / 180) : -2);
      u.lightDiffuse.value[k].set(...l.diffuse, l.exponent);
      u.lightSpecular.value[k].set(...l.specular, 0);
      u.lightFall.value[k].set(...l.attenuation, 0);
    });
    u.lights.value = sorted.length - casting.length;
    u.bright.value = sorted.length ? 0 : NO_LIGHT;
  }

  // Sets the matrices of a frame, reflected if it is a mirror image.
  look(f, mirror = null) {
    const { eye } = this;
    const right = cross(f.forward, f.up), axes = new Matrix4().makeBasis(new Vector3(...right), new Vector3(...f.up), new Vector3(...f.forward).negate());
    eye.matrixWorld.copy(axes).setPosition(...f.pos);
    if (f.orthographic) eye.projectionMatrix.makeOrthographic(f.left, f.right, f.top, f.bottom, f.near, f.far);
    else eye.projectionMatrix.makePerspective(f.left, f.right, f.top, f.bottom, f.near, f.far);
    const u = this.materials.shared, n = mirror && new Vector3(...mirror.normal);
    const pos = new Vector3(...f.pos), axis = new Vector3(...f.forward);
    eye.matrixWorldInverse.copy(eye.matrixWorld).invert();
    u.mirrorPlane.value.set(0, 0, 0, 0);
    u.dim.value = 1;
    if (mirror) {
      const d = n.dot(new Vector3(...mirror.point));
      const back = new Matrix4().set(1 - 2 * n.x * n.x, -2 * n.x * n.y, -2 * n.x * n.z, 2 * d * n.x, -2 * n.x * n.y, 1 - 2 * n.y * n.y,
        -2 * n.y * n.z, 2 * d * n.y, -2 * n.x * n.z, -2 * n.y * n.z, 1 - 2 * n.z * n.z, 2 * d * n.z, 0, 0, 0, 1);
      eye.matrixWorldInverse.multiply(back);
      eye.matrixWorld.copy(eye.matrixWorldInverse).invert();
      // exchanging left and right keeps the winding of triangles; the mirror reads its image flipped
      eye.projectionMatrix.premultiply(new Matrix4().makeScale(-1, 1, 1));
      u.mirrorPlane.value.set(n.x, n.y, n.z, -d);
      u.dim.value = this.rows.reflectance(mirror.row);
      pos.addScaledVector(n, -2 * (n.dot(pos) - d));
      axis.addScaledVector(n, -2 * n.dot(axis));
    }
    eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
    u.eye.value.copy(pos);
    u.axis.value.copy(axis);
    u.headAxis.value.set(...f.forward);
    u.near.value = f.near;
    const w = 0.5 * (f.right - f.left), h = 0.5 * (f.top - f.bottom), cx = 0.5 * (f.right + f.left), cy = 0.5 * (f.top + f.bottom);
    const q = f.orthographic ? 0 : 1 / f.near, ahead = f.forward, up = f.up;
    const column = (v, s) => v.map(x => q * s * x);
    const c = [0, 1, 2].map(k => ahead[k] + q * (cx * right[k] + cy * up[k]));
    const x = column(right, w), y = column(up, h);
    u.back.value.set(x[0], y[0], 0, c[0], x[1], y[1], 0, c[1], x[2], y[2], 0, c[2], 0, 0, 0, 1);
    const o = f.orthographic ? 1 : 0, place = k => o * (f.near * ahead[k] + cx * right[k] + cy * up[k]), z = o * w, t = o * h;
    u.beside.value.set(z * right[0], t * up[0], 0, place(0), z * right[1], t * up[1], 0, place(1), z * right[2], t * up[2], 0, place(2), 0, 0, 0, 1);
  }

  // Draws one picture of the whole canvas, or two side by side.
  draw(camera, ipd) {
    if (!this.model) return;
    const { gl, room } = this, pixels = [this.width * this.ratio, this.height * this.ratio];
    gl.info.reset();
    if (room.stereo !== SIDE_BY_SIDE) return this.half(camera.frame(this.width / this.height), 0, this.width, pixels);
    const half = this.width / 2, f = camera.frame(half / this.height);
    for (const side of [-1, 1]) this.half(eyeOf(f, side, ipd ?? 0), side < 0 ? 0 : half, half, pixels);
  }

  half(frame, left, width, pixels) {
    const { gl, room, rows, lists, model } = this, u = this.materials.shared, flag = k => !!room.flags[k];
    const f = inModel(frame, room), plain = !flag(RND.SEGMENT) && !flag(RND.DEPTH);
    const mirror = plain && flag(RND.REFLECTION) ? lists.mirror(f.pos) : null;
    const behind = plain ? lists.behind(f.pos) : new Set();
    const seen = `${mirror?.row}/${[...behind]}/${room.flex}`;
    if (rows.changed || seen !== this.seen) {
      lists.collect(room.flex, mirror?.row ?? -1, behind);
      rows.changed = false;
      this.seen = seen;
    }
    const clear = plain ? lists.sortClear(f.pos, flag(RND.ADDITIVE)) : [];
    if (!clear) return this.half(frame, left, width, pixels);
    const casting = plain && flag(RND.SHADOW) && this.shadowsWanted && !this.stub && model.shadow.size > 0 ? this.shadows.casting(this.lights.slice(0, MOST_LIGHTS)) : [];
    u.rows.value = rows.texture; u.order.value = rows.order;
    u.mode.value = flag(RND.SEGMENT) ? (flag(RND.IDCOLOR) ? 1 : 2) : flag(RND.DEPTH) ? 3 : 0;
    u.screen.value.set(...pixels); u.lineWidth.value = model.line_width * this.ratio; u.extent.value = model.stat.extent;
    this.light(casting);
    const sky = this.background(f, plain);
    this.fill(clear, casting.length);
    u.mirrorPlane.value.set(0, 0, 0, 0);
    if (casting.length) {
      const distance = Math.hypot(...[0, 1, 2].map(k => f.pos[k] - model.stat.center[k])), tan = f.orthographic ? 1 : f.top / f.near;
      gl.setClearColor(0, 1);
      u.softMeters.value = model.shadow.soft ?? 0;
      [u.shadow.value, u.toMap.value, u.softness.value] = this.shadows.draw(casting, model.shadow, this.shadows.size(model.shadow, pixels[1], distance, tan), lists.casters.scene);
    }
    if (mirror) this.drawMirror(f, mirror, pixels, flag(RND.ADDITIVE));
    this.look(f);
    gl.setViewport(left, 0, width, this.height);
    gl.setScissor(left, 0, width, this.height);
    gl.setScissorTest(left > 0 || width < this.width);
    gl.setClearColor(0, 1); // fog hides everything behind it; without a sky the background is black
    gl.clear(true, true, false);
    if (sky) this.render(this.sky);
    if (mirror && flag(RND.WIREFRAME)) this.render(lists.glass.scene);
    this.render((flag(RND.WIREFRAME) ? lists.wires : lists.faces).scene);
    this.render(lists.strokes.scene);
    if (clear.length) this.render((flag(RND.WIREFRAME) ? lists.clearWires : lists.clear).scene);
  }

  // Sets fog, haze and sky; returns whether there is a sky.
  background(f, plain) {
    const u = this.materials.shared, { model, room } = this, flag = k => plain && !!room.flags[k];
    const fog = flag(RND.FOG), map = this.materials.texture(model.skybox);
    const sky = flag(RND.SKYBOX) && !!map;
    const size = room.enabletransform ? room.scale : 1; // fog, haze and sky do not scale with the room
    u.fog.value.set(model.fog.start / size, model.fog.end / size, fog ? 1 : 0);
    u.fogColor.value.set(...model.fog.rgba);
    u.skyReach.value = sky ? model.sky_reach / size : 0;
    u.parallel.value = f.orthographic ? 1 : 0;
    const horizon = sky && flag(RND.HAZE) && model.haze.part >= 0 ? this.lists.horizon(f.pos) : null;
    u.hazeColor.value.set(...model.haze.rgba);
    u.haze.value.set(model.haze.part, horizon ? model.haze.reach / size : 0, horizon?.row ?? -1, model.haze.sides);
    if (horizon) {
      u.hazePlane.value.set(...horizon.normal, horizon.height);
      u.hazeAxis.value.set(...this.rows.axis(horizon.row, 0));
    }
    this.materials.sky().uniforms.cubeMap.value = map;
    return sky;
  }

  // Fills the draw lists with the calls and materials of this picture.
  fill(clear, shadows) {
    const { lists, materials, room } = this, cull = !!room.flags[RND.CULL], additive = !!room.flags[RND.ADDITIVE];
    const ids = !!room.flags[RND.SEGMENT] || !!room.flags[RND.DEPTH];
    const look = (c, more = {}) => materials.get({ mapping: ids ? PLAIN : c.mapping, plane: c.plane || undefined, mirror: c.mirror || undefined,
      lines: c.lines || undefined, shadows: ids ? 0 : shadows, cull, ...more });
    const wire = !!room.flags[RND.WIREFRAME], all = ids ? [...lists.opaque, ...lists.solid] : lists.opaque;
    const faces = all.filter(c => !c.lines);
    lists.faces.fill(wire ? [] : faces, c => look(c));
    lists.wires.fill(wire ? faces : [], c => look(c, { edges: c.mirror || undefined }), true);
    lists.strokes.fill(all.filter(c => c.lines), c => look(c));
    this.clearLook = c => look(c, { clear: true, additive: additive || undefined });
    this.fillClear(clear);
    lists.glass.fill(wire ? lists.opaque.filter(c => c.mirror) : [], c => materials.get({ only: 'glass', plane: c.plane || undefined, cull }));
    lists.casters.fill(shadows ? lists.casting : [], c => materials.get({ only: 'depth', plane: c.plane || undefined, cull: !c.soft && cull }));
  }

  // Fills the lists of transparent geoms, in drawing order.
  fillClear(clear) {
    const { lists } = this, wire = !!this.room.flags[RND.WIREFRAME];
    lists.clear.fill(wire ? [] : clear, this.clearLook);
    lists.clearWires.fill(wire ? clear : [], this.clearLook, true);
  }

  // Draws the mirror image into its own render target; transparent geoms are sorted for its viewpoint.
  drawMirror(f, mirror, [width, height], additive) {
    const { gl, lists } = this, wire = !!this.room.flags[RND.WIREFRAME], n = mirror.normal;
    const above = n[0] * (f.pos[0] - mirror.point[0]) + n[1] * (f.pos[1] - mirror.point[1]) + n[2] * (f.pos[2] - mirror.point[2]);
    const inside = lists.clearRows.length ? lists.sortClear(f.pos.map((x, k) => x - 2 * above * n[k]), additive) : [];
    if (inside?.length) this.fillClear(inside);
    if (this.glass?.width !== width || this.glass?.height !== height) {
      this.glass?.dispose();
      this.glass = new WebGLRenderTarget(width, height, { samples: 4, generateMipmaps: false });
    }
    this.materials.shared.mirror.value = null;
    this.look(f, mirror);
    const scene = (wire ? lists.wires : lists.faces).scene, own = scene.children;
    scene.children = own.filter(o => !o.userData.mirror);
    gl.setRenderTarget(this.glass);
    gl.setClearColor(0, 1);
    gl.clear(true, true, false);
    this.render(scene);
    if (inside?.length) this.render((wire ? lists.clearWires : lists.clear).scene);
    gl.setRenderTarget(null);
    scene.children = own;
    if (inside?.length) this.fillClear(lists.sortClear(f.pos, additive));
    this.materials.shared.mirror.value = this.glass.texture;
  }

  // Projects a point of the model to the picture [CSS pixel]; null behind the camera.
  project(point, camera) {
    const f = inModel(camera.frame(this.width / this.height), this.room), right = cross(f.forward, f.up);
    const away = [0, 1, 2].map(k => point[k] - f.pos[k]), along = v => v[0] * away[0] + v[1] * away[1] + v[2] * away[2];
    const depth = along(f.forward);
    if (depth < (f.orthographic ? -Infinity : f.near)) return null;
    const s = f.orthographic ? 1 : f.near / depth;
    return { x: ((along(right) * s - f.left) / (f.right - f.left)) * this.width, y: ((f.top - along(f.up) * s) / (f.top - f.bottom)) * this.height, depth };
  }
}
