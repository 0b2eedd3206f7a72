// Makes a page out of the built player: through the program's own C function where a build is at hand, else the same way in here.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PLAYER = fileURLToPath(new URL('../dist/player.html', import.meta.url));

/** The C test program, which composes when it is given four paths. */
export function findComposer() {
    const build = process.env.DRYSTONE_BUILD_DIR;
    const program = build ? join(build, 'tests', 'scene', 'test_html_write') : '';
    return program && existsSync(program) ? program : null;
}

function fill(page, tag, content) {
    const parts = page.split(`${tag}</script>`);
    if (parts.length !== 2) throw new Error(`${PLAYER}: ${parts.length - 1} places ${tag}`);
    return parts.join(`${tag}${content}</script>`);
}

/** Writes the page for a scene (bytes) and telemetry (text) and returns its path. */
export function compose(folder, name, glb, telemetry) {
    const path = join(folder, `${name}.html`);
    const composer = findComposer();
    if (composer && glb.length > 0) {
        const files = [join(folder, `${name}.glb`), join(folder, `${name}.json`)];
        writeFileSync(files[0], glb);
        writeFileSync(files[1], telemetry);
        execFileSync(composer, [PLAYER, ...files, path]);
        return path;
    }
    let page = readFileSync(PLAYER, 'utf8');
    page = fill(page, '<script type="application/octet-stream;base64" id="scene-glb">', Buffer.from(glb).toString('base64'));
    page = fill(page, '<script type="application/json" id="telemetry">', telemetry.replaceAll('<', '\\u003c'));
    writeFileSync(path, page);
    return path;
}
