// Runs the tests of this folder. Exit status 77 says that something they need is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function skip(reason) {
    console.log(`skipped: ${reason}`);
    process.exit(77);
}

const here = fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(`${here}/../node_modules/playwright-core`)) skip('packages are missing; run npm ci in viewer/');
if (!existsSync(`${here}/../dist/player.html`)) skip('the page is not built; run npm run build in viewer/');
const { findChromium } = await import('./browser.mjs');
if (!findChromium()) skip('no Chromium found (Debian: apt-get install chromium; or name one in the environment variable CHROMIUM)');

const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort();
const { status } = spawnSync(process.execPath, ['--test', ...files], { cwd: here, stdio: 'inherit' });
process.exit(status ?? 1);
