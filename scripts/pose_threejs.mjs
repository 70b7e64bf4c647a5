// Where three.js puts the vertices of an FBX at some key times, for scripts/compare_poses.
//
//   node scripts/pose_threejs.mjs ASSET.fbx OUT.json POSES
//
// Needs three.js in ./node_modules/three, or wherever THREE says. Times are the file's, in seconds.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const three_folder = resolve(process.env.THREE ?? 'node_modules/three');
const load = (path) => import(pathToFileURL(join(three_folder, path)).href);
globalThis.self = globalThis;
globalThis.window = globalThis; // FBXLoader asks the browser's for nothing but its presence
const THREE = await load('build/three.module.js');
const { FBXLoader } = await load('examples/jsm/loaders/FBXLoader.js');

const [asset, out, count] = process.argv.slice(2);
const bytes = readFileSync(asset);
const scene = new FBXLoader().parse(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
const mixer = new THREE.AnimationMixer(scene);

function points() {
  scene.updateMatrixWorld(true);
  const found = [];
  const point = new THREE.Vector3();
  scene.traverse((object) => {
    if (!object.isMesh) return;
    object.skeleton?.update();
    const vertices = object.geometry.attributes.position.count;
    for (let v = 0; v < vertices; ++v) {
      object.getVertexPosition(v, point).applyMatrix4(object.matrixWorld);
      found.push(point.x, point.y, point.z);
    }
  });
  return found;
}

const rest = points();
const clips = scene.animations.filter((clip) => clip.tracks.length !== 0).map((clip) => {
  const times = [...new Set(clip.tracks.flatMap((track) => [...track.times]))].sort((a, b) => a - b);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
  action.play();
  const chosen = new Set(Array.from({ length: Number(count) },
    (_, i) => times[Math.round((i * (times.length - 1)) / Math.max(1, count - 1))]));
  const poses = [...chosen].map((time) => {
    mixer.setTime(time);
    return { frame: time, points: points() };
  });
  action.stop();
  return { name: clip.name, start: times[0], poses };
});
writeFileSync(out, JSON.stringify({ fps: 1, rest, clips }));
