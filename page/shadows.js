// Shadow maps, one per light: orthographic for directional and point lights, perspective for part of a spotlight's
// cone.

import { Camera, DepthTexture, LessEqualCompare, LinearFilter, Matrix4, UnsignedIntType, Vector3, WebGLRenderTarget } from 'three';
import { LIGHT } from './enums.js';

const WIDEST = 80; // largest half angle of a spotlight that casts shadows [degree]
const LEAST = 512; // smallest side of a map [texel]
const MOST = 4; // number of maps; further lights cast no shadows
const BIAS = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

export class Shadows {
  constructor(gl) {
    this.gl = gl;
    this.targets = [];
    this.camera = new Camera();
    this.camera.matrixAutoUpdate = this.camera.matrixWorldAutoUpdate = false;
    this.clip = new Matrix4();
  }

  // Returns the lights that cast shadows.
  casting(lights) {
    const found = lights.filter(l => l.castshadow && !l.headlight && l.type <= LIGHT.POINT);
    return found.slice(0, MOST);
  }

  target(k, size) {
    const old = this.targets[k];
    if (old?.width === size) return old;
    old?.depthTexture.dispose();
    old?.dispose();
    const depth = new DepthTexture(size, size, UnsignedIntType);
    Object.assign(depth, { compareFunction: LessEqualCompare, minFilter: LinearFilter, magFilter: LinearFilter });
    return (this.targets[k] = new WebGLRenderTarget(size, size, { depthTexture: depth, depthBuffer: true, generateMipmaps: false }));
  }

  // Sets the camera of a light; that of a point light looks backwards, with a range of 1 m.
  place(light, shadow) {
    const back = light.type === LIGHT.POINT ? -1 : 1;
    const forward = new Vector3(...light.dir).multiplyScalar(back), eye = new Vector3(...light.pos);
    const up = Math.abs(forward.x) < 0.8 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    const { camera } = this, { near, far } = shadow;
    if (light.type === LIGHT.SPOT) {
      const half = Math.tan((Math.min(WIDEST, Math.max(0.1, light.cutoff * shadow.scale)) * Math.PI) / 180);
      camera.projectionMatrix.makePerspective(-half * near, half * near, half * near, -half * near, near, far);
    } else if (light.type === LIGHT.POINT) {
      camera.projectionMatrix.makeOrthographic(-1, 1, 1, -1, -1, 1);
    } else {
      const half = Math.max(1e-9, shadow.clip);
      camera.projectionMatrix.makeOrthographic(-half, half, half, -half, near, far);
    }
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    camera.matrixWorld.lookAt(eye, eye.clone().add(forward), up).setPosition(eye);
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
  }

  // Returns the size of the maps: that of the model, halved while a texel stays well below a pixel.
  size(shadow, pixels, distance, tan) {
    let n = Math.min(shadow.size, 4096, this.gl.capabilities.maxTextureSize);
    const pixel = (2 * tan * distance) / pixels;
    while (n > LEAST && (2 * shadow.clip) / (n / 2) < 0.5 * pixel) n /= 2;
    return n;
  }

  // Draws the maps of all shadow casters; returns their textures, the transforms of points into them, and the softness of edges.
  draw(lights, shadow, size, scene) {
    const maps = [], matrices = [], softness = [];
    lights.forEach((light, k) => {
      this.place(light, shadow);
      const target = this.target(k, size);
      this.gl.setRenderTarget(target);
      this.gl.clear(true, true, false);
      this.gl.render(scene, this.camera);
      const half = light.type === LIGHT.SPOT ? 1 / this.camera.projectionMatrix.elements[0] : light.type === LIGHT.POINT ? 1 : Math.max(1e-9, shadow.clip);
      softness.push((shadow.soft ?? 0) / (2 * half));
      maps.push(target.depthTexture);
      matrices.push(this.clip.clone().multiplyMatrices(BIAS, this.camera.projectionMatrix).multiply(this.camera.matrixWorldInverse));
    });
    this.gl.setRenderTarget(null);
    return [maps, matrices, softness];
  }

  dispose() {
    this.targets.forEach(t => { t.depthTexture.dispose(); t.dispose(); });
    this.targets = [];
  }
}
