// What the Khronos validator says of many files, as JSON on stdout: {path: {errors, codes}}.
//
//   node scripts/validate_gltf.cjs < LIST_OF_PATHS
//
// Needs the npm package gltf-validator in ./node_modules, or wherever GLTF_VALIDATOR says. A file that
// throws inside the validator has the code "CRASH ...".
const fs = require('fs');
const path = require('path');

const folder = path.resolve(process.env.GLTF_VALIDATOR ?? 'node_modules/gltf-validator');
const validator = require(folder);
const ERROR = 0;

const beside = (file) => async (uri) => {
  const data = await fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri)));
  return new Uint8Array(data);
};

let crash; // where files nest deep the validator throws from a timer
process.on('uncaughtException', (error) => crash(error));

const validate = (file) =>
  new Promise((done, fail) => {
    crash = fail;
    const options = { maxIssues: 1000, externalResourceFunction: beside(file) };
    validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options).then(done, fail);
  });

async function main() {
  const said = {};
  for (const file of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    try {
      const { issues } = await validate(file);
      const errors = issues.messages.filter((message) => message.severity === ERROR);
      const codes = [...new Set(errors.map((error) => error.code))].sort();
      said[file] = { errors: issues.numErrors, codes };
    } catch (error) {
      said[file] = { errors: 1, codes: [`CRASH ${String(error.message ?? error).slice(0, 60)}`] };
    }
  }
  console.log(JSON.stringify(said));
}
main();
