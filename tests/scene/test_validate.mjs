// Written scenes under the Khronos validator. The package is installed into the build folder; without npm, or when it cannot be had,
// the test is skipped.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const source = process.env.DRYSTONE_SOURCE_DIR;
const build = process.env.DRYSTONE_BUILD_DIR;
const folder = join(build, 'tests', 'scene', 'validator');
const SKIP = 77;

function install() {
  const installed = join(folder, 'node_modules', 'gltf-validator');
  if (existsSync(installed)) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(source, 'tests', 'scene', 'validator', name), join(folder, name));
  }
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
  if (npm.error || npm.status !== 0 || !existsSync(installed)) {
    console.log(`skipped: the validator cannot be installed (${npm.error ?? npm.stderr})`);
    process.exit(SKIP);
  }
}

function write(scene, seconds, output) {
  const program = join(build, 'tests', 'scene', 'test_write');
  const run = spawnSync(program, [scene, String(seconds), output], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${program} ${scene}: ${run.error ?? run.stderr}`);
}

install();
const validator = createRequire(join(folder, 'package.json'))('gltf-validator');
let failed = 0;
for (const [scene, seconds] of [['features', 2], [join(source, 'demo', 'arch.gltf'), 6]]) {
  const output = join(folder, scene === 'features' ? 'features.glb' : 'arch.glb');
  write(scene, seconds, output);
  const report = await validator.validateBytes(new Uint8Array(readFileSync(output)), { maxIssues: 0 });
  const { numErrors, numWarnings, messages } = report.issues;
  console.log(`${scene}: ${numErrors} errors, ${numWarnings} warnings, ${report.info.animationCount} animations`);
  for (const message of messages.filter(({ severity }) => severity < 2)) {
    console.log(`  ${message.code} ${message.pointer}: ${message.message}`);
  }
  if (numErrors > 0 || numWarnings > 0 || report.info.animationCount === 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
