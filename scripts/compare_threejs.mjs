// Compares `rigpack skin` with three.js, vertex by vertex: a second opinion on sampling and skinning.
//
//   node scripts/compare_threejs.mjs RIGPACK ASSET.glb...
//
// Run by hand; needs three.js in ./node_modules/three, or wherever THREE says. Every clip is looked
// at before its first key, at several times inside, at its end and after it. Exit 1 when a vertex is
// off by more than 1e-5 of the asset's size, or when nothing could be compared.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const TOLERANCE = 1e-5;
const SHARES_OF_DURATION = [-0.1, 0, 0.123, 0.25, 0.5, 0.777, 1, 1.5];

const three_folder = resolve(process.env.THREE ?? 'node_modules/three');
const load = (path) => import(pathToFileURL(join(three_folder, path)).href);
globalThis.self = globalThis; // GLTFLoader asks for the browser's
const THREE = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

/** The GLB without images and materials, which node cannot load and skinning does not need. */
function without_images(glb) {
  const json_length = glb.readUInt32LE(12);
  const gltf = JSON.parse(glb.toString('utf8', 20, 20 + json_length));
  for (const key of ['images', 'textures', 'samplers', 'materials']) delete gltf[key];
  for (const mesh of gltf.meshes ?? [])
    for (const primitive of mesh.primitives) delete primitive.material;
  const text = JSON.stringify(gltf);
  const json = Buffer.from(text + ' '.repeat((4 - (Buffer.byteLength(text) % 4)) % 4));
  const rest = glb.subarray(20 + json_length);
  const header = Buffer.from(glb.subarray(0, 20));
  header.writeUInt32LE(20 + json.length + rest.length, 8);
  header.writeUInt32LE(json.length, 12);
  const out = Buffer.concat([header, json, rest]);
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

async function compare(rigpack, asset, folder) {
  const gltf = await new GLTFLoader().parseAsync(without_images(readFileSync(asset)), '');
  const moments = [[null, 0]];
  gltf.animations.forEach((clip, index) => {
    for (const share of SHARES_OF_DURATION) moments.push([index, share * clip.duration]);
  });
  let worst = 0;
  let vertices = 0;
  for (const [index, time] of moments) {
    const clip = index === null ? null : gltf.animations[index];
    const expected = posed_by_three(gltf, clip, time);
    const found = posed_by_rigpack(rigpack, asset, index, time, folder);
    if (expected.length !== found.length)
      throw new Error(`${asset}: ${found.length} vertices, three.js has ${expected.length}`);
    const size = size_of(expected);
    expected.forEach((p, i) => {
      const off = Math.hypot(...p.map((x, k) => x - found[i][k])) / size;
      if (!(off <= worst)) worst = Number.isNaN(off) ? Infinity : off;
    });
    vertices += expected.length;
  }
  const verdict = worst <= TOLERANCE && vertices > 0 ? 'ok' : 'FAIL';
  console.log(`${verdict} ${asset}: ${moments.length} poses, ${vertices} vertices, ` +
    `worst ${worst.toExponential(2)} of the size`);
  return verdict === 'ok';
}

const [rigpack, ...assets] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'rigpack-compare-'));
let passed = assets.length > 0;
try {
  for (const asset of assets) passed = (await compare(rigpack, asset, folder)) && passed;
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = passed ? 0 : 1;
