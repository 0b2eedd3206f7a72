import { BoxHelper, Color } from 'three';
import { COLOUR_MODES, Colouring } from './colouring';
import type { ColourMode } from './colouring';
import { element, iconButton } from './dom';
import { Legend } from './legend';
import { StatusSection, reportSection } from './panel';
import { Playback } from './playback';
import { Plots } from './plots';
import type { Body, Scene } from './scene';
import { Stage } from './stage';
import { frameAt, largestImpulse } from './telemetry';
import type { Telemetry } from './telemetry';
import { cssVariable } from './theme';
import type { Theme } from './theme';
import { Transport } from './transport';

const MODE_NAMES: Record<ColourMode, string> = { body: 'Body', material: 'Material', asleep: 'Asleep', impulse: 'Impulse' };

/** Frames per second of stepping when no telemetry says. */
const USUAL_RATE = 60;

/** The page: joins clock, picture, plots and controls. */
export class Player {
    readonly playback: Playback;
    private readonly stage: Stage;
    private readonly colouring: Colouring;
    private readonly transport: Transport;
    private readonly plots: Plots | null;
    private readonly status: StatusSection;
    private readonly legend: Legend;
    private readonly modeButtons = new Map<ColourMode, HTMLButtonElement>();
    private readonly root: HTMLElement;
    private readonly frameTimes: ArrayLike<number>;
    private outline: BoxHelper | null = null;

    constructor(
        app: HTMLElement,
        private readonly scene: Scene,
        telemetry: Telemetry | null,
        private readonly theme: Theme,
    ) {
        const impulse = telemetry ? largestImpulse(telemetry) : 0;
        this.playback = new Playback(Math.max(scene.duration, telemetry?.duration ?? 0));
        this.frameTimes = telemetry?.time ?? regularTimes(this.playback.duration);
        this.colouring = new Colouring(scene, impulse);
        this.legend = new Legend(scene.bodies, impulse);
        this.status = new StatusSection(scene.bodies, telemetry !== null);
        this.transport = new Transport(this.playback, this.frameTimes.length, (frames) => this.step(frames));
        this.plots = telemetry ? new Plots(telemetry, (seconds) => this.playback.seek(seconds)) : null;

        const view = element('main', { class: 'view', 'aria-label': 'Simulation' }, this.legend.root);
        const side = element('aside', { class: 'side', 'aria-label': 'Data' }, ...(this.plots ? [this.plots.root] : []), this.status.root);
        if (telemetry) side.append(reportSection(telemetry.report));
        this.root = element('div', { class: 'player' }, this.header(telemetry), view, side, this.transport.root);
        app.replaceChildren(this.root);
        this.stage = new Stage(view, scene.root, scene.frame());
        this.stage.canvas.setAttribute('role', 'img');
        this.stage.canvas.setAttribute('aria-label', 'The simulated scene. Drag to turn, right-drag to shift, wheel to zoom, click to select a body');

        this.playback.onTime = () => this.showTime();
        this.playback.onState = () => this.transport.showState();
        theme.onChange = () => this.takeColours();
        this.takeColours();
        this.setColour(scene.bodies.length > 0 ? 'body' : 'material');
        this.playback.seek(0);
        this.listenForPicks();
        window.addEventListener('keydown', (event) => this.onKey(event));
        this.run();
    }

    get colour(): ColourMode {
        return this.colouring.mode;
    }

    get frame(): number {
        return frameAt(this.frameTimes, this.playback.time);
    }

    get frames(): number {
        return this.frameTimes.length;
    }

    setColour(mode: ColourMode): void {
        const button = this.modeButtons.get(mode);
        if (!button || button.disabled) return;
        this.colouring.setMode(mode);
        this.legend.show(mode);
        for (const [name, other] of this.modeButtons) other.setAttribute('aria-pressed', String(name === mode));
        this.stage.invalidate();
    }

    /** Pauses and goes some frames on or back. */
    step(frames: number): void {
        this.playback.pause();
        const next = Math.min(this.frames - 1, Math.max(0, this.frame + frames));
        this.playback.seek(this.frameTimes[next] ?? 0);
    }

    private header(telemetry: Telemetry | null): HTMLElement {
        const available: Record<ColourMode, boolean> = {
            body: this.scene.bodies.length > 0,
            material: true,
            asleep: telemetry !== null && this.scene.bodies.length > 0,
            impulse: telemetry?.bodies.some((body) => body.impulse) ?? false,
        };
        const modes = COLOUR_MODES.map((mode, i) => {
            const button = element('button', { type: 'button', 'aria-pressed': 'false', disabled: !available[mode], title: `Colour by ${MODE_NAMES[mode].toLowerCase()} (${i + 1})` }, MODE_NAMES[mode]);
            button.addEventListener('click', () => this.setColour(mode));
            this.modeButtons.set(mode, button);
            return button;
        });
        return element(
            'header',
            { class: 'top' },
            element('span', { class: 'brand' }, 'Drystone'),
            element('h1', {}, telemetry?.title || 'Simulation'),
            element('div', { class: 'modes', role: 'group', 'aria-label': 'Colour by' }, element('span', { 'aria-hidden': 'true' }, 'Colour by'), ...modes),
            iconButton('frame', 'Show the whole scene', 'F', () => this.stage.home()),
            iconButton('panel', 'Show or hide the data', 'P', () => this.togglePanel()),
            iconButton('theme', 'Dark or light', 'T', () => this.theme.toggle()),
        );
    }

    private togglePanel(): void {
        this.root.classList.toggle('wide');
    }

    private takeColours(): void {
        this.stage.setColours(this.theme.stageColours);
        this.plots?.redraw();
    }

    private showTime(): void {
        const { time } = this.playback;
        const frame = this.frame;
        this.scene.pose(time);
        this.colouring.setFrame(frame);
        this.transport.showTime(time, frame);
        this.plots?.show(time, frame);
        this.status.show(frame);
        this.outline?.update();
        this.stage.invalidate();
    }

    /** A click that is no drag selects the body under it. */
    private listenForPicks(): void {
        const { canvas } = this.stage;
        let pressed: PointerEvent | null = null;
        canvas.addEventListener('pointerdown', (event) => (pressed = event.button === 0 ? event : null));
        canvas.addEventListener('pointerup', (event) => {
            if (!pressed || Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > 4) return;
            const object = this.stage.pick(event.clientX, event.clientY);
            this.select(this.scene.bodies.find((body) => body.meshes.some((mesh) => mesh === object)) ?? null);
        });
    }

    private select(body: Body | null): void {
        this.outline?.removeFromParent();
        this.outline?.dispose();
        this.outline = body ? new BoxHelper(body.node, new Color(cssVariable('--accent'))) : null;
        if (this.outline) this.stage.add(this.outline);
        this.status.pick(body);
        this.status.show(this.frame);
        this.stage.invalidate();
    }

    private onKey(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey || this.isForControl(event)) return;
        const far = Math.max(1, Math.round(this.frames / 20));
        const actions: Record<string, () => void> = {
            ' ': () => this.playback.toggle(),
            ArrowLeft: () => this.step(event.shiftKey ? -far : -1),
            ArrowRight: () => this.step(event.shiftKey ? far : 1),
            Home: () => this.playback.seek(0),
            End: () => this.playback.seek(this.playback.duration),
            '+': () => this.transport.changeSpeed(1),
            '-': () => this.transport.changeSpeed(-1),
            l: () => this.playback.setLoop(!this.playback.loop),
            f: () => this.stage.home(),
            p: () => this.togglePanel(),
            t: () => this.theme.toggle(),
            Escape: () => this.select(null),
        };
        COLOUR_MODES.forEach((mode, i) => (actions[String(i + 1)] = () => this.setColour(mode)));
        const act = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }

    /** Keys that the focused control uses itself stay with it. */
    private isForControl(event: KeyboardEvent): boolean {
        if (event.target instanceof HTMLSelectElement) return true;
        return event.target instanceof HTMLButtonElement && event.key === ' ';
    }

    private run(): void {
        let last: number | null = null;
        const tick = (now: number): void => {
            // A tab that was in the background goes on from where it stood.
            const elapsed = last === null ? 0 : Math.min(0.25, (now - last) / 1000);
            last = now;
            this.playback.advance(elapsed);
            this.stage.draw();
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }
}

function regularTimes(duration: number): number[] {
    return Array.from({ length: Math.floor(duration * USUAL_RATE + 1e-6) + 1 }, (_, i) => i / USUAL_RATE);
}
