// The page in a browser, opened from the file system as users do.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findChromium, launch } from './browser.mjs';
import { compose, findComposer } from './compose.mjs';
import { makeFixture, makeStillScene } from './fixture.mjs';

const fixture = makeFixture();
let browser;
let folder;
let page;
let complaints;

before(async () => {
    browser = await launch(findChromium());
    folder = mkdtempSync(join(tmpdir(), 'drystone-page-'));
    console.log(`pages made by ${findComposer() ?? 'the tests themselves (no build of the C composer at hand)'}`);
});
after(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 860, height: 460 } });
    complaints = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => /^(file|blob|data):/.test(request.url()) || complaints.push(`request: ${request.url()}`));
});
afterEach(() => page.close());

const state = () => page.evaluate(() => window.drystonePlayer.state());

async function open(name, glb, telemetry) {
    await page.goto(pathToFileURL(compose(folder, name, glb, telemetry)).href);
    await page.waitForFunction(() => window.drystonePlayer?.state().ready || window.drystonePlayer?.state().error);
    return state();
}

const openFixture = (changes = {}) => open('fixture', fixture.glb, JSON.stringify({ ...fixture.telemetry, ...changes }));

async function pauseAt(seconds) {
    await page.evaluate((t) => {
        window.drystonePlayer.pause();
        window.drystonePlayer.seek(t);
    }, seconds);
}

/** Digest of what the canvas shows, with everything that lies over it hidden. */
async function pixels() {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shot = await page.locator('canvas').first().screenshot({ style: '.legend, .notice { visibility: hidden !important; }' });
    return createHash('sha256').update(shot).digest('hex');
}

const complainsOfNothing = () => assert.deepEqual(complaints.filter((text) => !/GPU stall due to ReadPixels/.test(text)), []);

describe('a recorded simulation', () => {
    test('loads, starts to play and says nothing on the console', async () => {
        const first = await openFixture();
        assert.equal(first.error, null);
        assert.deepEqual(first.warnings, []);
        assert.deepEqual([first.playing, first.bodies, first.frames, first.colour], [true, 4, 121, 'body']);
        assert.ok(Math.abs(first.duration - 2) < 1e-4);
        await page.waitForFunction((t) => window.drystonePlayer.state().time > t, first.time + 0.05);
        assert.equal(await page.title(), `${fixture.telemetry.title} – Drystone`);
        assert.equal(await page.locator('h1').textContent(), fixture.telemetry.title, 'text of a title is text, not markup');
        complainsOfNothing();
    });

    test('pixels change while it plays and stand still while it pauses', async () => {
        await openFixture();
        await pauseAt(0.1);
        const still = await pixels();
        assert.equal(await pixels(), still);
        await page.evaluate(() => {
            window.drystonePlayer.setSpeed(0.1);
            window.drystonePlayer.play();
        });
        await page.waitForFunction(() => window.drystonePlayer.state().time > 0.14);
        const running = await pixels();
        assert.notEqual(running, still);
        await page.waitForFunction((t) => window.drystonePlayer.state().time > t, (await state()).time + 0.04);
        assert.notEqual(await pixels(), running);
        await pauseAt(0.1);
        assert.equal(await pixels(), still, 'the same time shows the same picture');
        complainsOfNothing();
    });

    test('stops at the end, or repeats', async () => {
        await openFixture();
        await page.evaluate(() => {
            window.drystonePlayer.setSpeed(4);
            window.drystonePlayer.seek(1.9);
        });
        await page.waitForFunction(() => !window.drystonePlayer.state().playing);
        assert.equal((await state()).frame, 120);
        await page.evaluate(() => {
            window.drystonePlayer.setLoop(true);
            window.drystonePlayer.seek(1.9);
            window.drystonePlayer.play();
        });
        await page.waitForFunction(() => window.drystonePlayer.state().time < 1.5);
        assert.equal((await state()).playing, true);
    });

    test('the time line, the keys and the buttons move through the frames', async () => {
        await openFixture();
        await pauseAt(0);
        await page.getByLabel('Time', { exact: true }).fill('1.5');
        assert.equal((await state()).frame, 90);
        await page.locator('canvas').first().click({ position: { x: 5, y: 5 } });
        await page.keyboard.press('ArrowRight');
        assert.equal((await state()).frame, 91);
        await page.getByRole('button', { name: 'One frame back' }).click();
        assert.equal((await state()).frame, 90);
        await page.keyboard.press('Home');
        assert.deepEqual([(await state()).frame, (await state()).time], [0, 0]);
        await page.keyboard.press('End');
        assert.equal((await state()).frame, 120);
        await page.keyboard.press('Home');
        // slow enough that the end is not reached before the button is, however busy the machine
        await page.getByLabel('Speed').selectOption('0.1');
        assert.equal((await state()).speed, 0.1);
        await page.locator('canvas').first().click({ position: { x: 5, y: 5 } });
        await page.keyboard.press('Space');
        assert.equal((await state()).playing, true);
        await page.getByRole('button', { name: 'Pause' }).click();
        assert.equal((await state()).playing, false);
        await page.keyboard.press('l');
        assert.equal((await state()).loop, true);
        complainsOfNothing();
    });

    test('every colour mode shows another picture, and those that follow time change with it', async () => {
        await openFixture();
        await pauseAt(1.7);
        const seen = new Map();
        for (const mode of ['body', 'material', 'asleep', 'impulse']) {
            await page.evaluate((m) => window.drystonePlayer.setColour(m), mode);
            assert.equal((await state()).colour, mode);
            seen.set(mode, await pixels());
        }
        assert.equal(new Set(seen.values()).size, 4);
        assert.match(await page.locator('.legend').textContent(), /Largest contact impulse, N·s.*0\.9.*900/);
        await page.getByRole('button', { name: 'Asleep' }).click();
        assert.equal(await page.getByRole('button', { name: 'Asleep' }).getAttribute('aria-pressed'), 'true');
        assert.match(await page.locator('.legend').textContent(), /awake.*asleep.*static/);
        assert.match(await page.locator('.status').textContent(), /Asleep2 of 3/);
        await pauseAt(1.9);
        assert.match(await page.locator('.status').textContent(), /Asleep1 of 3/);
    });

    test('plots show the values of the frame, and a press on one goes there', async () => {
        await openFixture();
        await pauseAt(1);
        assert.equal(await page.locator('.plot').count(), 2);
        const drawn = await page.locator('.plot canvas').evaluateAll((all) => all.map((c) => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size > 4));
        assert.deepEqual(drawn, [true, true]);
        assert.match(await page.locator('.plot').nth(1).textContent(), new RegExp(`Touching ${fixture.telemetry.contacts[60]}`));
        const over = page.locator('.u-over').first();
        const { width, height } = await over.boundingBox();
        await over.click({ position: { x: width / 4, y: height / 2 } });
        assert.ok(Math.abs((await state()).time - 0.5) < 0.02);
        const marker = await page.locator('.marker').nth(1).boundingBox();
        const second = await page.locator('.u-over').nth(1).boundingBox();
        assert.ok(Math.abs(marker.x + 1 - second.x - width / 4) < 2, 'markers of all plots move');
    });

    test('report, lists and groups are shown as written', async () => {
        await openFixture();
        const text = await page.locator('.report').innerText();
        for (const part of [/Simulated time\s+2 s/, /Largest overlap\s+0\.31 mm/, /Everything asleep after\s+–/, /TIME PER STEP\s+Collide\s+0\.9 ms/, /EXT_nothing/]) assert.match(text, part);
    });

    test('turning the view changes the picture, and the frame button brings it back', async () => {
        await openFixture();
        await pauseAt(0.5);
        const before = await pixels();
        const box = await page.locator('canvas').first().boundingBox();
        await page.mouse.move(box.x + 300, box.y + 200);
        await page.mouse.down();
        await page.mouse.move(box.x + 400, box.y + 230, { steps: 4 });
        await page.mouse.up();
        await page.waitForTimeout(500);
        assert.notEqual(await pixels(), before);
        await page.getByRole('button', { name: 'Show the whole scene' }).click();
        await page.waitForTimeout(500);
        assert.equal(await pixels(), before);
    });

    test('a click selects the body under it', async () => {
        await openFixture();
        await pauseAt(0.5);
        const { width, height } = await page.locator('canvas').first().boundingBox();
        for (let y = 0.2; y < 0.9 && !(await page.locator('.picked').isVisible()); y += 0.1) await page.locator('canvas').first().click({ position: { x: width / 2, y: height * y } });
        assert.match(await page.locator('.picked').innerText(), /Selected\s+(falling box|ground|ball|sliding box)/);
        await page.keyboard.press('Escape');
        assert.equal(await page.locator('.picked').isVisible(), false);
    });

    test('light and dark scheme differ; a small window keeps everything inside', async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        await openFixture();
        await pauseAt(0.5);
        const light = await pixels();
        await page.keyboard.press('t');
        assert.notEqual(await pixels(), light);
        for (const size of [{ width: 390, height: 780 }, { width: 820, height: 500 }]) {
            await page.setViewportSize(size);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
            const canvas = await page.locator('canvas').first().boundingBox();
            assert.ok(canvas.width >= 380 && canvas.height >= 150, JSON.stringify(canvas));
            assert.equal(await page.getByRole('button', { name: 'Play' }).isVisible(), true);
        }
        complainsOfNothing();
    });

    test('people who asked for less motion start paused', async () => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        assert.equal((await openFixture()).playing, false);
    });
});

describe('less than a recorded simulation', () => {
    test('an animation without telemetry plays, with what can be known', async () => {
        const first = await open('bare', fixture.glb, '');
        assert.deepEqual([first.error, first.playing, first.bodies, first.frames], [null, true, 3, 121]);
        assert.equal(await page.locator('.plot').count(), 0);
        assert.equal(await page.getByRole('button', { name: 'Impulse' }).isDisabled(), true);
        complainsOfNothing();
    });

    test('a scene without animation is shown', async () => {
        const first = await open('still', makeStillScene(), '');
        assert.deepEqual([first.error, first.playing, first.duration, first.colour], [null, false, 0, 'material']);
        assert.equal(await page.getByRole('button', { name: 'Play' }).isDisabled(), true);
        complainsOfNothing();
    });

    test('broken telemetry is named, and the scene still plays', async () => {
        const first = await openFixture({ kinetic: [1, 2] });
        assert.deepEqual([first.error, first.playing], [null, true]);
        assert.match(await page.locator('.notice').innerText(), /telemetry\.kinetic: 2 entries for 121 frames/);
        await page.getByRole('button', { name: 'Close this notice' }).click();
        assert.equal(await page.locator('.notice').count(), 0);
    });

    test('a body whose node does not exist is named, and the rest plays', async () => {
        const first = await openFixture({ bodies: [...fixture.telemetry.bodies, { node: 99, name: 'ghost', type: 'dynamic' }] });
        assert.deepEqual([first.error, first.bodies], [null, 4]);
        assert.match(first.warnings[0], /telemetry\.bodies\[4\] \("ghost"\): the scene has no node 99/);
    });

    test('a body that flies off or vanishes does not spoil the view', async () => {
        const wild = makeFixture();
        // The sliding box: its positions become huge or not a number.
        const lost = Buffer.from(wild.glb);
        const json = JSON.parse(lost.subarray(20, 20 + lost.readUInt32LE(12)).toString());
        const output = json.accessors[json.animations[0].samplers[1].output];
        const start = 20 + lost.readUInt32LE(12) + 8 + json.bufferViews[output.bufferView].byteOffset;
        for (let i = 30; i < output.count; ++i) lost.writeFloatLE(i < 60 ? 1e20 : NaN, start + 12 * i);
        const first = await open('lost', lost, JSON.stringify(wild.telemetry));
        assert.equal(first.error, null);
        await pauseAt(0.2);
        const early = await pixels();
        await pauseAt(0.75); // far out at this time
        assert.notEqual(await pixels(), early);
        await pauseAt(1.5); // not a number at this time
        assert.equal((await state()).error, null);
    });

    for (const [name, glb, message] of [
        ['no scene', Buffer.alloc(0), /There is no scene in this page/],
        ['a truncated scene', fixture.glb.subarray(0, 300), /The scene cannot be read/],
        ['something else', Buffer.from('hello, this is no scene at all'), /The scene cannot be read/],
        ['an old version', Buffer.from(JSON.stringify({ asset: { version: '1.0' } })), /The scene cannot be read.*glTF/],
    ]) {
        test(`${name} gives a message`, async () => {
            const first = await open('broken', glb, '');
            assert.match(first.error, message);
            assert.match(await page.getByRole('alert').innerText(), new RegExp(message.source, 's'));
            assert.equal(await page.locator('canvas').count(), 0);
        });
    }

    test('a browser without WebGL gives a message', async () => {
        await page.addInitScript(() => {
            const original = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                return /webgl/.test(kind) ? null : original.call(this, kind, ...rest);
            };
        });
        const first = await openFixture();
        assert.match(first.error, /does not offer WebGL 2/);
        assert.match(await page.getByRole('alert').innerText(), /WebGL/);
    });
});
