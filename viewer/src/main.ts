import './style.css';
import type { ColourMode } from './colouring';
import { element } from './dom';
import { embeddedScene, embeddedTelemetry } from './embedded';
import { Player } from './player';
import { Scene } from './scene';
import { TelemetryError, parseTelemetry } from './telemetry';
import type { Telemetry } from './telemetry';
import { Theme } from './theme';

/** What scripts can see and do; the tests use it, and so may others. */
export interface PlayerHook {
    state(): {
        ready: boolean;
        error: string | null;
        warnings: readonly string[];
        time: number;
        duration: number;
        frame: number;
        frames: number;
        playing: boolean;
        speed: number;
        loop: boolean;
        colour: ColourMode | null;
        bodies: number;
    };
    play(): void;
    pause(): void;
    seek(seconds: number): void;
    setSpeed(factor: number): void;
    setLoop(repeats: boolean): void;
    setColour(mode: ColourMode): void;
}

declare global {
    interface Window {
        drystonePlayer?: PlayerHook;
    }
}

let player: Player | null = null;
let scene: Scene | null = null;
let failure: string | null = null;
const warnings: string[] = [];

window.drystonePlayer = {
    state: () => ({
        ready: player !== null,
        error: failure,
        warnings,
        time: player?.playback.time ?? 0,
        duration: player?.playback.duration ?? 0,
        frame: player?.frame ?? 0,
        frames: player?.frames ?? 0,
        playing: player?.playback.playing ?? false,
        speed: player?.playback.speed ?? 1,
        loop: player?.playback.loop ?? false,
        colour: player?.colour ?? null,
        bodies: scene?.bodies.length ?? 0,
    }),
    play: () => player?.playback.play(),
    pause: () => player?.playback.pause(),
    seek: (seconds) => player?.playback.seek(seconds),
    setSpeed: (factor) => player?.playback.setSpeed(factor),
    setLoop: (repeats) => player?.playback.setLoop(repeats),
    setColour: (mode) => player?.setColour(mode),
};

function describe(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

function fail(app: HTMLElement, heading: string, reason: string): void {
    failure = `${heading} ${reason}`.trim();
    app.replaceChildren(element('div', { class: 'message', role: 'alert' }, element('h1', {}, heading), element('p', {}, reason)));
}

function showWarnings(app: HTMLElement): void {
    if (warnings.length === 0) return;
    const close = element('button', { type: 'button', 'aria-label': 'Close this notice' }, 'Close');
    const notice = element('div', { class: 'notice', role: 'status' }, element('ul', {}, ...warnings.map((text) => element('li', {}, text))), close);
    close.addEventListener('click', () => notice.remove());
    app.append(notice);
}

function readTelemetry(): Telemetry | null {
    const text = embeddedTelemetry();
    if (text === null) return null;
    try {
        return parseTelemetry(text);
    } catch (error) {
        if (!(error instanceof TelemetryError)) throw error;
        warnings.push(`No plots and no data: ${error.message}`);
        return null;
    }
}

function hasWebGl(): boolean {
    return document.createElement('canvas').getContext('webgl2') !== null;
}

async function start(app: HTMLElement): Promise<void> {
    const theme = new Theme();
    let glb: ArrayBuffer | null;
    try {
        glb = embeddedScene();
    } catch (error) {
        return fail(app, 'The scene cannot be read.', describe(error));
    }
    if (!glb) return fail(app, 'There is no scene in this page.', 'It is the empty player; "drystone run scene.gltf --html out.html" writes a page with a scene.');
    if (!hasWebGl()) return fail(app, 'This browser does not offer WebGL 2.', 'The scene is drawn with it. Another browser, or hardware acceleration switched on in the settings, may help.');
    const telemetry = readTelemetry();
    if (telemetry?.title) document.title = `${telemetry.title} – Drystone`;
    try {
        scene = await Scene.load(glb, telemetry ? telemetry.bodies : null);
    } catch (error) {
        return fail(app, 'The scene cannot be read.', describe(error));
    }
    warnings.push(...scene.warnings);
    try {
        player = new Player(app, scene, telemetry, theme);
    } catch (error) {
        return fail(app, 'The scene cannot be shown.', describe(error));
    }
    showWarnings(app);
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) player.playback.play();
}

void start(document.getElementById('app')!);
