// Materials by their features: source of texture coordinates, plane, mirror, lines, transparency. And textures,
// which are used without color conversion.

import {
  AddEquation, ClampToEdgeWrapping, CubeTexture, CustomBlending, DataTexture, DoubleSide, FrontSide, GLSL3,
  LinearFilter, LinearMipmapLinearFilter, Matrix4, NoBlending, NoColorSpace, OneFactor, OneMinusSrcAlphaFactor, RawShaderMaterial,
  RepeatWrapping, SrcAlphaFactor, UnsignedByteType, Vector2, Vector3, Vector4, ZeroFactor,
} from 'three';
import { depthFragment, glassFragment, lineVertex, MOST_LIGHTS, shadowLights, skyFragment, skyVertex, surfaceFragment, surfaceVertex } from './glsl.js';

export const PLAIN = 0, OWN_UV = 1, PROJECTED = 2, CUBE = 3; // sources of texture coordinates
const PRECISION = 'precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n';
const vectors = n => Array.from({ length: n }, () => new Vector4());

export class Materials {
  constructor() {
    // uniforms of all shaders: one object each, so that they are set once
    this.shared = {
      rows: { value: null }, order: { value: null },
      lightPos: { value: vectors(MOST_LIGHTS) }, lightDir: { value: vectors(MOST_LIGHTS) },
      lightAmbient: { value: vectors(MOST_LIGHTS) }, lightDiffuse: { value: vectors(MOST_LIGHTS) },
      lightSpecular: { value: vectors(MOST_LIGHTS) }, lightFall: { value: vectors(MOST_LIGHTS) },
      lights: { value: 0 }, mode: { value: 0 }, eye: { value: new Vector3() }, axis: { value: new Vector3() },
      headAxis: { value: new Vector3() }, fogColor: { value: new Vector4() }, fog: { value: new Vector3() },
      hazeColor: { value: new Vector4() }, hazePlane: { value: new Vector4() }, haze: { value: new Vector4() }, hazeAxis: { value: new Vector3() },
      mirrorPlane: { value: new Vector4() }, skyReach: { value: 0 }, parallel: { value: 0 }, dim: { value: 1 }, bright: { value: 0 }, extent: { value: 1 },
      screen: { value: new Vector2(1, 1) }, near: { value: 0.01 }, lineWidth: { value: 1 },
      mirror: { value: null }, back: { value: new Matrix4() }, beside: { value: new Matrix4() }, shadow: { value: [] }, toMap: { value: [] }, softness: { value: [] }, softMeters: { value: 0 },
    };
    this.made = new Map();
    this.textures = new Map();
  }

  // `look`: {mapping, plane, mirror, edges, lines, clear, additive, shadows, cull, only: 'depth' or 'glass'}
  get(look) {
    const { mapping, plane, mirror, edges, lines, clear, additive, shadows, cull, only } = look;
    const key = `${mapping}${plane}${mirror}${edges}${lines}${clear}${additive}${shadows}${cull}${only}`;
    if (!this.made.has(key)) this.made.set(key, this.make(look));
    return this.made.get(key);
  }

  make({ mapping = PLAIN, plane, mirror, edges, lines, clear, additive, shadows = 0, cull = true, only }) {
    const defines = { MAPPING: mapping, SHADOWS: only ? 0 : shadows };
    if (plane) defines.PLANE = 1;
    if (mirror) defines.MIRROR_FACE = 1;
    if (edges) defines.EDGES = 1;
    if (lines) defines.LINES = 1;
    if (clear) defines.CLEAR = 1;
    const fragment = only === 'glass' ? glassFragment : only ? depthFragment : surfaceFragment.replace('SHADOW_LIGHTS', shadowLights(defines.SHADOWS));
    const blend = clear
      ? { blending: CustomBlending, blendEquation: AddEquation, blendSrc: SrcAlphaFactor, blendDst: additive ? OneFactor : OneMinusSrcAlphaFactor,
        blendSrcAlpha: ZeroFactor, blendDstAlpha: OneFactor } // the canvas itself stays opaque
      : { blending: NoBlending };
    return new RawShaderMaterial({
      glslVersion: GLSL3, defines, vertexShader: PRECISION + (lines ? lineVertex : surfaceVertex), fragmentShader: PRECISION + fragment,
      uniforms: { ...this.shared, base: { value: 0 }, flatMap: { value: null }, cubeMap: { value: null } },
      side: plane || lines || !cull ? DoubleSide : FrontSide, depthWrite: !clear, ...blend,
      // depth offset: shadow casters do not shadow themselves, and the mirror face of a wireframe lies behind its edges
      ...(only && { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4, colorWrite: only === 'glass' }),
    });
  }

  sky() {
    this.skyMaterial ??= new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: PRECISION + skyVertex, fragmentShader: PRECISION + skyFragment,
      uniforms: { ...this.shared, cubeMap: { value: null } }, depthTest: false, depthWrite: false, side: DoubleSide, blending: NoBlending,
    });
    return this.skyMaterial;
  }

  // ---- textures

  putTexture(id, kind, a) {
    this.textures.get(id)?.dispose();
    const data = a.data, shape = data.shape;
    const made = kind === '2d' ? flat(data.slice(), shape[1], shape[0]) : cube(data, shape[2], shape[1]);
    made.colorSpace = NoColorSpace;
    made.needsUpdate = true;
    this.textures.set(id, made);
  }

  texture(id) {
    return this.textures.get(id) ?? null;
  }

  isCube(id) {
    return this.textures.get(id)?.isCubeTexture ?? false;
  }

  clear() {
    this.textures.forEach(t => t.dispose());
    this.textures.clear();
  }
}

function flat(data, width, height) {
  const t = new DataTexture(data, width, height);
  return Object.assign(t, { wrapS: RepeatWrapping, wrapT: RepeatWrapping, magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter,
    generateMipmaps: true, flipY: false, unpackAlignment: 1 });
}

function cube(data, width, height) {
  const bytes = width * height * 4;
  const faces = Array.from({ length: 6 }, (_, k) => {
    const face = new DataTexture(data.slice(bytes * k, bytes * (k + 1)), width, height);
    face.needsUpdate = true;
    return face;
  });
  const t = new CubeTexture(faces);
  return Object.assign(t, { type: UnsignedByteType, wrapS: ClampToEdgeWrapping, wrapT: ClampToEdgeWrapping, magFilter: LinearFilter,
    minFilter: LinearMipmapLinearFilter, generateMipmaps: true, flipY: false });
}
