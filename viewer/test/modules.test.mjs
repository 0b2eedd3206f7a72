// The modules that need no browser.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { makeFixture } from './fixture.mjs';

let server;
const load = (name) => server.ssrLoadModule(`/src/${name}.ts`);

before(async () => {
    server = await createServer({
        root: fileURLToPath(new URL('..', import.meta.url)),
        configFile: false,
        appType: 'custom',
        logLevel: 'error',
        optimizeDeps: { noDiscovery: true },
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    });
});
after(() => server.close());

describe('telemetry', () => {
    test('reads what the format describes', async () => {
        const { parseTelemetry } = await load('telemetry');
        const { telemetry } = makeFixture();
        const read = parseTelemetry(JSON.stringify(telemetry));
        assert.equal(read.frames, 121);
        assert.ok(Math.abs(read.duration - 2) < 1e-9);
        assert.deepEqual([...read.kinetic], telemetry.kinetic);
        assert.deepEqual(read.bodies.map((b) => b.type), ['static', 'dynamic', 'dynamic', 'dynamic']);
        assert.equal(read.bodies[0].impulse, null);
        assert.equal(read.bodies[3].impulse.length, 121);
    });

    test('takes what is optional as absent, and null as unknown', async () => {
        const { parseTelemetry } = await load('telemetry');
        const read = parseTelemetry('{"version":1,"frames":2,"time":[0,0.5],"total":[1,null]}');
        assert.equal(read.kinetic, null);
        assert.ok(Number.isNaN(read.total[1]));
        assert.deepEqual(read.bodies, []);
        assert.equal(parseTelemetry('{"version":1,"frames":1,"time":[0],"dt":0.25}').duration, 0.25);
    });

    const broken = {
        '{"version":1,': /^telemetry: /,
        '[]': /telemetry: expected an object/,
        '{"version":2}': /telemetry\.version: this page reads version 1, the file has 2/,
        '{"version":1,"frames":0}': /telemetry\.frames: 0 is no number of frames/,
        '{"version":1,"frames":2}': /telemetry\.time: is missing/,
        '{"version":1,"frames":2,"time":[0]}': /telemetry\.time: 1 entries for 2 frames/,
        '{"version":1,"frames":2,"time":[0,0]}': /telemetry\.time\[1\]: 0 does not continue/,
        '{"version":1,"frames":2,"time":[0,null]}': /telemetry\.time\[1\]: NaN/,
        '{"version":1,"frames":1,"time":[0],"total":["a"]}': /telemetry\.total\[0\]: expected a number, found "a"/,
        '{"version":1,"frames":1,"time":[0],"bodies":[{"node":-1,"type":"static"}]}': /bodies\[0\]\.node: -1 is no node index/,
        '{"version":1,"frames":1,"time":[0],"bodies":[{"node":0,"type":"soft"}]}': /bodies\[0\]\.type: "soft" is not/,
        '{"version":1,"frames":1,"time":[0],"bodies":[{"node":0,"type":"static","asleep":[1]}]}': /asleep\[0\]: 1 is not a later frame/,
        '{"version":1,"frames":1,"time":[0],"bodies":[{"node":0,"type":"static","impulse":[1,2]}]}': /bodies\[0\]\.impulse: 2 entries for 1 frames/,
    };
    for (const [text, message] of Object.entries(broken)) {
        test(`refuses ${text}`, async () => {
            const { parseTelemetry } = await load('telemetry');
            assert.throws(() => parseTelemetry(text), { name: 'TelemetryError', message });
        });
    }

    test('finds the frame of a time, and sleep in a frame', async () => {
        const { frameAt, isAsleep } = await load('telemetry');
        const time = [0, 0.5, 1];
        assert.deepEqual([-1, 0, 0.49, 0.5, 0.9999999, 7].map((t) => frameAt(time, t)), [0, 0, 0, 1, 2, 2]);
        const body = { asleep: [2, 4] };
        assert.deepEqual([0, 1, 2, 3, 4, 5].map((f) => isAsleep(body, f)), [false, false, true, true, false, false]);
        assert.equal(isAsleep({ asleep: [0] }, 0), true);
        assert.equal(isAsleep({ asleep: [] }, 9), false);
    });
});

describe('playback', () => {
    test('runs, ends and starts again', async () => {
        const { Playback } = await load('playback');
        const clock = new Playback(2);
        clock.advance(1);
        assert.equal(clock.time, 0, 'a paused clock stands still');
        clock.play();
        clock.advance(1.5);
        assert.equal(clock.time, 1.5);
        clock.advance(1);
        assert.deepEqual([clock.time, clock.playing], [2, false]);
        clock.play();
        assert.deepEqual([clock.time, clock.playing], [0, true]);
    });

    test('repeats, scales and clamps', async () => {
        const { Playback } = await load('playback');
        const clock = new Playback(2);
        clock.setLoop(true);
        clock.setSpeed(0.5);
        clock.play();
        clock.advance(5);
        assert.deepEqual([clock.time, clock.playing], [0.5, true]);
        clock.setSpeed(100);
        assert.equal(clock.speed, 4);
        clock.setSpeed(0);
        assert.equal(clock.speed, 0.1);
        clock.setSpeed(NaN);
        assert.equal(clock.speed, 0.1);
        for (const [asked, got] of [[-1, 0], [9, 2], [NaN, 2]]) {
            clock.seek(asked);
            assert.equal(clock.time, got);
        }
    });

    test('a recording without length does not play', async () => {
        const { Playback } = await load('playback');
        const clock = new Playback(0);
        clock.play();
        assert.equal(clock.playing, false);
    });
});

describe('palette', () => {
    test('a hundred bodies next to each other in order differ, and stay in range', async () => {
        const { bodyColour } = await load('palette');
        const colours = Array.from({ length: 100 }, (_, i) => bodyColour(i));
        for (const [i, colour] of colours.entries()) {
            assert.ok(colour.every((c) => c >= 0 && c <= 1));
            for (const other of colours.slice(Math.max(0, i - 4), i)) assert.ok(Math.hypot(...colour.map((c, k) => c - other[k])) > 0.12, `${i}`);
        }
    });

    test('the impulse scale is logarithmic over three decades', async () => {
        const { impulseFraction } = await load('palette');
        const values = [1000, 100, 10, 1, 0.1, 0, NaN].map((impulse) => impulseFraction(impulse, 1000));
        [1, 2 / 3, 1 / 3, 0, 0, 0, 0].forEach((expected, i) => assert.ok(Math.abs(values[i] - expected) < 1e-12));
        assert.equal(impulseFraction(5, 0), 0);
    });
});

describe('format', () => {
    test('numbers, quantities and keys', async () => {
        const { formatNumber, formatQuantity, formatKey } = await load('format');
        assert.deepEqual([0, 12, -3, 0.1234, 1234.56, 1e-7, 2.5e9, NaN].map(formatNumber), ['0', '12', '−3', '0.123', '1235', '1.00e−7', '2.50e+9', '–']);
        assert.deepEqual([0, 18234, -12.34, 0.002, 999.9].map((v) => formatQuantity(v, 'J')), ['0 J', '18.2 kJ', '−12.3 J', '2 mJ', '1 kJ']);
        assert.equal(formatKey('largestOverlap'), 'Largest overlap');
        assert.equal(formatKey('time_per_step'), 'Time per step');
    });
});
