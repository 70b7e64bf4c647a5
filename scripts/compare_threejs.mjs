// Compares `rigpack skin` with three.js, vertex by vertex: a second opinion on sampling, posing, morphing
// and skinning. Both sides normalise the weights.
//
//   node scripts/compare_threejs.mjs RIGPACK [--most-clips N] [--differences TABLE ROOT] ASSET...
//
// Assets are .glb, or .gltf with data URIs or files beside it. Needs three.js (scripts/node_tools) in
// ./node_modules/three, or wherever THREE says. Each clip (or N of them, evenly chosen) is looked at before its
// first key, at several times inside, at its end and after it. A vertex that is off by more than 1e-5 of the
// asset's size is a difference: TABLE explains those that are known, a line a file (its path below ROOT, who is
// right, why; tabs between). Exit 1 when a difference is not explained, when an explained one is gone, or when
// nothing could be compared.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const TOLERANCE = 1e-5;
const SHARES_OF_DURATION = [-0.1, 0, 0.123, 0.25, 0.5, 0.777, 1, 1.5];

const three_folder = resolve(process.env.THREE ?? 'node_modules/three');
const load = (path) => import(pathToFileURL(join(three_folder, path)).href);
globalThis.self = globalThis; // GLTFLoader asks for the browser's
const THREE = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

/** The JSON and the buffers of a .glb or .gltf. */
function read_asset(path) {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 4) === 'glTF') {
    const json_length = bytes.readUInt32LE(12);
    const gltf = JSON.parse(bytes.toString('utf8', 20, 20 + json_length));
    return { gltf, buffers: [bytes.subarray(28 + json_length)] };
  }
  const gltf = JSON.parse(bytes.toString('utf8'));
  const buffers = (gltf.buffers ?? []).map(({ uri }) => uri.startsWith('data:')
    ? Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
    : readFileSync(join(dirname(path), decodeURIComponent(uri))));
  return { gltf, buffers };
}

/** A GLB of one buffer, without images and materials, which node cannot load and skinning does not need. */
function without_images(path) {
  const { gltf, buffers } = read_asset(path);
  for (const key of ['images', 'textures', 'samplers', 'materials']) delete gltf[key];
  for (const mesh of gltf.meshes ?? [])
    for (const primitive of mesh.primitives) delete primitive.material;
  const padded = (data, fill) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4, fill)]);
  const starts = [];
  let end = 0;
  const parts = buffers.map((buffer) => {
    starts.push(end);
    const part = padded(buffer, 0);
    end += part.length;
    return part;
  });
  for (const view of gltf.bufferViews ?? []) {
    view.byteOffset = (view.byteOffset ?? 0) + starts[view.buffer];
    view.buffer = 0;
  }
  gltf.buffers = [{ byteLength: end }];
  const json = padded(Buffer.from(JSON.stringify(gltf)), 0x20);
  const header = Buffer.alloc(20);
  header.write('glTF', 0, 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(28 + json.length + end, 8);
  header.writeUInt32LE(json.length, 12);
  header.write('JSON', 16, 'latin1');
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(end, 0);
  chunk.write('BIN\0', 4, 'latin1');
  const out = Buffer.concat([header, json, chunk, ...parts]);
  return out.buffer.slice(out.byteOffset, out.byteOffset + out.length);
}

/** Every drawn primitive, ordered as `rigpack skin` orders them: by node, then by primitive. */
function drawn_primitives(gltf) {
  const found = [];
  gltf.scene.traverse((object) => {
    if (!object.isMesh) return;
    const own = gltf.parser.associations.get(object);
    const node = own.nodes ?? gltf.parser.associations.get(object.parent).nodes;
    found.push({ node, primitive: own.primitives, object });
  });
  return found
    .sort((a, b) => a.node - b.node || a.primitive - b.primitive)
    .map(({ object }) => object);
}

function posed_by_three(gltf, clip, time) {
  const mixer = new THREE.AnimationMixer(gltf.scene);
  if (clip) {
    const action = mixer.clipAction(clip);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(Math.max(time, 0)); // three.js has no time before 0; the first key holds there
  }
  gltf.scene.updateMatrixWorld(true);
  const positions = [];
  const p = new THREE.Vector3();
  for (const mesh of drawn_primitives(gltf)) {
    for (let i = 0; i < mesh.geometry.attributes.position.count; ++i) {
      mesh.getVertexPosition(i, p).applyMatrix4(mesh.matrixWorld);
      positions.push([p.x, p.y, p.z]);
    }
  }
  mixer.stopAllAction(); // back to the rest pose
  return positions;
}

function posed_by_rigpack(rigpack, asset, clip, time, folder) {
  const ply = join(folder, 'posed.ply');
  const at = clip === null ? [] : ['--clip', String(clip), `--time=${time}`];
  execFileSync(rigpack, ['skin', asset, ...at, '--weights', 'fix', '-o', ply]);
  const bytes = readFileSync(ply);
  const end = bytes.indexOf('end_header\n') + 'end_header\n'.length;
  const header = bytes.toString('latin1', 0, end);
  const count = Number(/element vertex (\d+)/.exec(header)[1]);
  const stride = 4 * header.split('element face')[0].match(/property float/g).length;
  return Array.from({ length: count }, (_, i) =>
    [0, 4, 8].map((k) => bytes.readFloatLE(end + i * stride + k)));
}

function size_of(positions) {
  const sides = [0, 1, 2].map((k) => {
    const values = positions.map((p) => p[k]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  return Math.max(...sides);
}

/** Clip and time of every pose that is compared; null is the rest pose. */
function moments_of(gltf, most_clips) {
  const count = gltf.animations.length;
  const step = Math.max(1, Math.ceil(count / most_clips));
  const moments = [[null, 0]];
  for (let clip = 0; clip < count; clip += step)
    for (const share of SHARES_OF_DURATION) moments.push([clip, share * gltf.animations[clip].duration]);
  return moments;
}

/** The largest distance between two poses as a share of the size. */
function worst_of(asset, expected, found) {
  if (expected.length !== found.length)
    throw new Error(`${asset}: ${found.length} vertices, three.js has ${expected.length}`);
  const size = size_of(expected);
  let worst = 0;
  expected.forEach((p, i) => {
    const off = Math.hypot(...p.map((x, k) => x - found[i][k])) / size;
    if (!(off <= worst)) worst = Number.isNaN(off) ? Infinity : off;
  });
  return worst;
}

/** Whether the asset is as `explained` says: alike, or different for a known reason. */
async function compare(options, asset, explained, folder) {
  const gltf = await new GLTFLoader().parseAsync(without_images(asset), '');
  const moments = moments_of(gltf, options.most_clips);
  let worst = 0;
  let vertices = 0;
  for (const [index, time] of moments) {
    const clip = index === null ? null : gltf.animations[index];
    const expected = posed_by_three(gltf, clip, time);
    const found = posed_by_rigpack(options.rigpack, asset, index, time, folder);
    worst = Math.max(worst, worst_of(asset, expected, found));
    vertices += expected.length;
  }
  const alike = worst <= TOLERANCE;
  const passed = vertices > 0 && alike === !explained;
  const verdict = !passed ? 'FAIL' : alike ? 'ok' : 'explained';
  console.log(`${verdict} ${asset}: ${moments.length} poses, ${vertices} vertices, ` +
    `worst ${worst.toExponential(2)} of the size`);
  return passed;
}

function parse_arguments(words) {
  const options = { most_clips: Infinity, explained: () => false, assets: [] };
  for (let i = 0; i < words.length; ++i) {
    if (words[i] === '--most-clips') {
      options.most_clips = Number(words[++i]);
    } else if (words[i] === '--differences') {
      const lines = readFileSync(words[++i], 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
      const files = new Set(lines.map((line) => line.split('\t')[0]));
      const root = resolve(words[++i]);
      options.explained = (asset) => files.has(relative(root, resolve(asset)));
    } else if (options.rigpack === undefined) {
      options.rigpack = words[i];
    } else {
      options.assets.push(words[i]);
    }
  }
  return options;
}

const options = parse_arguments(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'rigpack-compare-'));
let passed = options.assets.length > 0;
try {
  for (const asset of options.assets)
    passed = (await compare(options, asset, options.explained(asset), folder)) && passed;
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = passed ? 0 : 1;
