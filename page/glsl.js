// The shaders: the lighting of the fixed-function pipeline of MuJoCo, per pixel, without gamma.
//
// The color of a point is  emission + sum over lights (ambient + diffuse max(0, N.L) + specular (N.H)^(128 shininess)).
// The sum is clamped to 1, once for all lights without shadows and once for each light that casts shadows; such a light is
// omitted in its shadow. The texture multiplies the color, then fog is blended. gelenk/render/vertex_light.py and
// shade.py implement the same formula per vertex in Python.
//
// The data of a geom is a row of eight texels of `rows`; `order` has the rows of each draw call.

export const TEXELS = 8; // texels per row
export const WIDTH = 1024; // width of both textures [texel]
export const MOST_LIGHTS = 8;

const ROW = `
uniform highp sampler2D rows, order;
uniform int base;
vec4 texel(int row, int k) {
  int at = row * ${TEXELS} + k;
  return texelFetch(rows, ivec2(at & ${WIDTH - 1}, at >> 10), 0);
}
int rowOf(int instance) {
  int at = base + instance;
  return int(texelFetch(order, ivec2(at & ${WIDTH - 1}, at >> 10), 0).r);
}
`;

// Surfaces, and the edges of wireframes.
export const surfaceVertex = `
${ROW}
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position, normal;
in vec2 uv;
in float cap;
out vec3 vPos, vNormal, vCoord;
flat out vec4 vColor, vShine, vMore; // vMore: segmentation id, z of the untransformed normal, unused, row
void main() {
  int row = rowOf(gl_InstanceID);
  vec4 x = texel(row, 0), y = texel(row, 1), z = texel(row, 2), size = texel(row, 4), inv = texel(row, 6), more = texel(row, 7);
  mat3 turn = mat3(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z);
  // halves of spheres at the ends of capsules are scaled by the radius and moved
  vec3 meters = cap == 0.0 ? position * size.xyz : position * size.x + vec3(0.0, 0.0, cap * size.w);
  vec3 unit = cap == 0.0 ? position : position + vec3(0.0, 0.0, cap);
  vec3 away = cap == 0.0 ? normal / max(abs(size.xyz), vec3(1e-9)) : normal;
  vPos = turn * meters + vec3(x.w, y.w, z.w);
  vNormal = turn * away;
  vec3 on = inv.w > 0.5 ? meters : unit * inv.xyz;
#if MAPPING == 1
  vCoord = vec3(uv, 0.0);
#elif MAPPING == 2
  vCoord = vec3(0.5 * more.x * on.x - 0.5, -0.5 * more.y * on.y - 0.5, 0.0);
#else
  vCoord = on;
#endif
  vColor = texel(row, 3);
  vShine = texel(row, 5);
  vMore = vec4(more.z, normal.z, 0.0, float(row));
  gl_Position = projectionMatrix * viewMatrix * vec4(vPos, 1.0);
}`;

// Lines with a width in pixels: four vertices each, displaced sideways in the picture.
export const lineVertex = `
${ROW}
uniform mat4 viewMatrix, projectionMatrix;
uniform vec2 screen; // size of the picture [pixel]
uniform float near, lineWidth;
in vec3 position, normal; // the two ends of the line
in vec2 uv; // end (0 or 1) and side (-1 or 1) of this vertex
out vec3 vPos, vNormal, vCoord;
flat out vec4 vColor, vShine, vMore;
void main() {
  int row = rowOf(gl_InstanceID);
  vec4 x = texel(row, 0), y = texel(row, 1), z = texel(row, 2), size = texel(row, 4), more = texel(row, 7);
  mat3 turn = mat3(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z);
  vec3 here = turn * (position * size.xyz) + vec3(x.w, y.w, z.w);
  vec3 there = turn * (normal * size.xyz) + vec3(x.w, y.w, z.w);
  vec4 a = viewMatrix * vec4(here, 1.0), b = viewMatrix * vec4(there, 1.0);
  // ends behind the near plane are moved to it along the line
  if (a.z > -near && b.z < -near) a = mix(b, a, (b.z + near) / (b.z - a.z));
  else if (b.z > -near && a.z < -near) b = mix(a, b, (a.z + near) / (a.z - b.z));
  vec4 from = projectionMatrix * a, to = projectionMatrix * b;
  vec2 along = (to.xy / to.w - from.xy / from.w) * screen;
  along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  float width = size.w > 0.0 ? size.w : lineWidth;
  vec4 p = uv.x < 0.5 ? from : to;
  p.xy += vec2(-along.y, along.x) * uv.y * width / screen * p.w;
  vPos = uv.x < 0.5 ? here : there; vNormal = vec3(0.0); vCoord = vec3(0.0);
  vColor = texel(row, 3); vShine = texel(row, 5); vMore = vec4(more.z, 0.0, 0.0, float(row));
  gl_Position = p;
}`;

const SHADOWS = `
#if SHADOWS > 0
uniform highp sampler2DShadow shadow[SHADOWS];
uniform mat4 toMap[SHADOWS];
uniform float softMeters; // half width of the penumbra [m]
uniform float softness[SHADOWS]; // softMeters as a fraction of the map at unit distance; 0: hard
const float TURN = 2.39996323, TAPS = 16.0, MOST_SHIFT = 0.002;
float lit(int k, highp sampler2DShadow map) {
  vec4 h = toMap[k] * vec4(vPos, 1.0);
  vec3 p = h.xyz / max(h.w, 1e-9), dx = dFdx(p), dy = dFdy(p);
  if (h.w <= 0.0 || any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
  float reach = softness[k] / h.w, area = dx.x * dy.y - dx.y * dy.x;
  if (reach <= 0.0) return texture(map, p);
  // the depth of the surface changes along the map, so that samples beside the point do not shadow themselves
  vec2 slope = abs(area) > 1e-14 ? vec2(dy.y * dx.z - dx.y * dy.z, dx.x * dy.z - dy.x * dx.z) / area : vec2(0.0);
  float first = 6.283185307 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))), sum = 0.0;
  // gentle relief of a surface, such as folds of cloth, casts no shadow on the surface
  vec4 higher = toMap[k] * vec4(vPos - softMeters * lightDir[lights + k].xyz, 1.0);
  float rise = abs(p.z - higher.z / max(higher.w, 1e-9));
  for (float i = 0.5; i < TAPS; i += 1.0) {
    float part = sqrt(i / TAPS);
    vec2 off = reach * part * vec2(cos(first + TURN * i), sin(first + TURN * i));
    sum += texture(map, p + vec3(off, clamp(dot(off, slope), -MOST_SHIFT, MOST_SHIFT) - part * rise));
  }
  return sum / TAPS;
}
#endif
`;

// Returns the amount of haze on a ray from ``start``, relative to the eye, along ``way``, and the distance at which the
// ray leaves the haze cone (gelenk/render/sky.py).
const HAZE = `
uniform vec4 hazeColor, hazePlane, fogColor;
uniform vec3 fog, axis; // fog: begin, end, whether there is fog; axis: viewing direction
uniform float skyReach, parallel;
uniform vec4 haze; // part h and reach r as in sky.py (r = 0: no haze), row of the plane, sides of the cone
uniform vec3 hazeAxis; // the x axis of its plane
float wider(vec3 across) {
  float width = 6.283185307 / haze.w, angle = atan(dot(across, cross(hazePlane.xyz, hazeAxis)), dot(across, hazeAxis));
  return cos(angle - (floor(angle / width) + 0.5) * width) / cos(0.5 * width);
}
vec2 hazy(vec3 start, vec3 way) {
  float part = haze.x, height = hazePlane.w / (1.0 + part), reach = haze.y / (1.0 + part);
  float up = dot(hazePlane.xyz, start), rise = dot(hazePlane.xyz, way), low = -up / height, fall = -rise / height;
  float wide = reach * (1.0 + part * (1.0 - low)), narrower = -reach * part * fall;
  float sides = wider(start == vec3(0.0) ? way : start), n = sides * sides;
  float a = n * (dot(way, way) - rise * rise) - narrower * narrower;
  float b = n * (dot(start, way) - up * rise) - wide * narrower, c = n * (dot(start, start) - up * up) - wide * wide;
  float square = b * b - a * c;
  if (square < 0.0 || a == 0.0) return vec2(0.0);
  float root = sqrt(square), along = b > 0.0 ? -c / (root + b) : (root - b) / a;
  if (along < 0.0 || wide + narrower * along < 0.0) return vec2(0.0);
  float v = low + fall * along;
  if (v > 1.0) v = part > 0.0 ? 1.0 - (v - 1.0) / part : 0.0;
  return vec2(max(0.0, v), along);
}
vec3 fogged(vec3 rgb, float along) {
  if (fog.z == 0.0) return rgb;
  return mix(fogColor.rgb, rgb, fog.y == fog.x ? float(along < fog.y) : clamp((fog.y - along) / (fog.y - fog.x), 0.0, 1.0));
}
// Blends haze over a color; the haze is itself in fog, at the distance of its cone.
vec3 hazed(vec3 rgb, vec3 way) {
  vec2 h = parallel > 0.5 ? hazy(way - dot(way, axis) * axis, axis) : hazy(vec3(0.0), way);
  return mix(rgb, fogged(hazeColor.rgb, h.y * (parallel > 0.5 ? 1.0 : dot(way, axis))), h.x);
}
`;

export const surfaceFragment = `
uniform vec4 lightPos[${MOST_LIGHTS}], lightDir[${MOST_LIGHTS}], lightAmbient[${MOST_LIGHTS}], lightDiffuse[${MOST_LIGHTS}];
uniform vec4 lightSpecular[${MOST_LIGHTS}], lightFall[${MOST_LIGHTS}];
uniform int lights, mode;
uniform vec3 eye, headAxis;
uniform vec4 mirrorPlane;
uniform float dim, bright, extent;
uniform vec2 screen;
uniform highp sampler2D flatMap, mirror;
uniform highp samplerCube cubeMap;
in vec3 vPos, vNormal, vCoord;
flat in vec4 vColor, vShine, vMore;
out vec4 color;
${HAZE}
${SHADOWS}
vec3 cut(vec3 x) { return clamp(x, 0.0, 1.0); }
vec3 lightFrom(int i, vec3 n, vec3 toEye, vec3 rgb) {
  int kind = int(lightPos[i].w);
  float amount = 1.0;
  vec3 to;
  if (lightDir[i].w > 0.5) to = -headAxis;
  else if (kind == 2) to = -axis;
  else if (kind == 0) {
    vec3 away = vPos - lightPos[i].xyz;
    float d = length(away);
    if (d == 0.0) return vec3(0.0);
    away /= d;
    to = -away;
    float cosine = dot(away, lightDir[i].xyz);
    if (cosine < lightAmbient[i].w) return vec3(0.0);
    float focus = lightDiffuse[i].w > 0.0 && cosine > 0.0 ? pow(cosine, lightDiffuse[i].w) : 1.0;
    float fall = dot(lightFall[i].xyz, vec3(1.0, d, d * d));
    amount = fall > 0.0 ? focus / fall : focus;
  } else to = -lightDir[i].xyz;
  float cosine = dot(n, to);
  float shiny = 0.0;
  if (cosine > 0.0 && vShine.y > 0.0) {
    float h = dot(n, normalize(to + toEye));
    shiny = amount * vShine.y * (vShine.z <= 0.0 ? 1.0 : h > 0.0 ? pow(h, 128.0 * vShine.z) : 0.0);
  }
  cosine = amount * max(0.0, cosine);
  return rgb * (amount * lightAmbient[i].rgb + cosine * lightDiffuse[i].rgb) + shiny * lightSpecular[i].rgb;
}
float radical(int n, int b) {
  float sum = 0.0, share = 1.0 / float(b);
  for (int k = 0; k < 32 && n > 0; k++) { sum += share * float(n % b); n /= b; share /= float(b); }
  return sum;
}
vec4 numbered(int segid) {
  if (segid < 0) return vec4(0.0, 0.0, 0.0, 1.0);
  if (mode == 1) { int n = segid + 1; return vec4(vec3(n & 255, (n >> 8) & 255, (n >> 16) & 255) / 255.0, 1.0); }
  int n = segid + 10;
  return vec4(0.1 + 0.8 * vec3(radical(n, 2), radical(n, 3), radical(n, 5)), 1.0);
}
void main() {
  if (mirrorPlane.xyz != vec3(0.0) && dot(mirrorPlane, vec4(vPos, 1.0)) < 0.0) discard;
#ifdef PLANE
  // the sky hides the part of a plane beyond it
  vec2 far = vPos.xy - eye.xy, ahead = axis.xy;
  bool beyond = parallel < 0.5 || (dot(far, ahead) > 0.0 && abs(far.x * ahead.y - far.y * ahead.x) < skyReach * length(ahead));
  if (skyReach > 0.0 && length(far) > skyReach && beyond) discard;
#endif
  if (mode == 1 || mode == 2) { color = numbered(int(vMore.x)); return; }
  float along = dot(vPos - eye, axis);
  if (mode == 3) { color = vec4(vec3(1.0 / (1.0 + max(0.0, along) / extent)), 1.0); return; }
#ifdef LINES
  vec3 rgb = cut(vColor.rgb);
#else
  vec3 n = normalize(vNormal), toEye = normalize(eye - vPos), own = dim * vColor.rgb;
  vec3 rgb = (vShine.x + bright) * own;
  for (int i = 0; i < ${MOST_LIGHTS} - SHADOWS; i++) { if (i >= lights) break; rgb += lightFrom(i, n, toEye, own); }
  rgb = cut(rgb);
  SHADOW_LIGHTS
#if MAPPING == 1 || MAPPING == 2
  rgb *= texture(flatMap, vCoord.xy).rgb;
#elif MAPPING == 3
  rgb *= texture(cubeMap, vCoord).rgb;
#endif
#endif
  rgb = fogged(rgb, along);
#ifdef PLANE
  if (haze.z == vMore.w && haze.y > 0.0) rgb = hazed(rgb, vPos - eye);
#endif
#ifdef MIRROR_FACE
#ifdef EDGES
  if (vMore.y > 0.5) rgb = min(2.0 * rgb, 1.0); // each edge is drawn once for each adjacent face
#endif
  if (vMore.y > 0.5) rgb += texture(mirror, vec2(1.0 - gl_FragCoord.x / screen.x, gl_FragCoord.y / screen.y)).rgb;
#endif
#ifdef CLEAR
  color = vec4(min(rgb, 1.0), vColor.a);
#else
  color = vec4(min(rgb, 1.0), 1.0);
#endif
}`;

// Returns the code for lights that cast shadows, each with its own map name: samplers cannot be indexed by variables.
// Mirror images have no shadows, as in 3.5.0.
export function shadowLights(count) {
  let text = '';
  for (let k = 0; k < count; k++) {
    text += `{ int i = lights + ${k};\n#ifndef CLEAR\n float share = mirrorPlane.xyz == vec3(0.0) ? lit(${k}, shadow[${k}]) : 1.0;\n#else\n float share = 1.0;\n#endif\n`;
    text += ' if (share > 0.0) rgb += share * cut(lightFrom(i, n, toEye, own)); }\n';
  }
  return text;
}

export const depthFragment = `
out vec4 color;
in vec3 vPos, vNormal, vCoord;
flat in vec4 vColor, vShine, vMore;
void main() { color = vec4(1.0); }`;

// The face of a mirror in wireframe mode: the mirror image hides everything behind the face.
export const glassFragment = `
uniform vec2 screen;
uniform highp sampler2D mirror;
out vec4 color;
in vec3 vPos, vNormal, vCoord;
flat in vec4 vColor, vShine, vMore;
void main() {
  color = vec4(texture(mirror, vec2(1.0 - gl_FragCoord.x / screen.x, gl_FragCoord.y / screen.y)).rgb, 1.0);
  if (color.rgb == vec3(0.0)) discard;
}`;

// The sky: a triangle over the whole picture, and the ray of each pixel; parallel rays start beside the eye. The sky is
// drawn on an upright prism around the eye; rays that never leave the prism are black.
export const skyVertex = `
in vec3 position;
uniform mat4 back, beside; // from image coordinates to directions and origins of rays
out vec3 way, start;
void main() {
  way = (back * vec4(position.xy, 0.0, 1.0)).xyz;
  start = (beside * vec4(position.xy, 0.0, 1.0)).xyz;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;
export const skyFragment = `
uniform highp samplerCube cubeMap;
in vec3 way, start;
out vec4 color;
${HAZE}
float leaves() {
  float inner = skyReach * cos(3.141592654 / haze.w), width = 6.283185307 / haze.w;
  if (parallel < 0.5) {
    float turn = atan(way.y, way.x), side = length(way.xy) * cos(turn - (floor(turn / width) + 0.5) * width);
    return min(skyReach / max(abs(way.z), 1e-9), inner / max(side, 1e-9));
  }
  float begin = 0.0, end = 1e30;
  for (int k = 0; k < int(haze.w) + 2; k++) {
    float turn = (float(k) + 0.5) * width;
    bool cap = k >= int(haze.w);
    vec3 n = cap ? vec3(0.0, 0.0, k == int(haze.w) ? 1.0 : -1.0) : vec3(cos(turn), sin(turn), 0.0);
    float along = dot(n, way), left = (cap ? skyReach : inner) - dot(n, start);
    if (along > 1e-9) end = min(end, left / along);
    else if (along < -1e-9) begin = max(begin, left / along);
    else if (left < 0.0) end = -1.0;
  }
  return end > begin ? end : -1.0;
}
void main() {
  float far = leaves();
  vec3 p = start + far * way;
  vec3 rgb = texture(cubeMap, vec3(p.x, p.z, -p.y)).rgb;
  rgb = far > 0.0 ? fogged(rgb, dot(p, axis)) : vec3(0.0);
  if (haze.y > 0.0 && far > 0.0) rgb = hazed(rgb, p);
  color = vec4(rgb, 1.0);
}`;
