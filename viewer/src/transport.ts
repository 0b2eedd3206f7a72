import { element, iconButton, setIcon } from './dom';
import { Playback } from './playback';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** The bar at the bottom: play, steps, time line, speed, loop. */
export class Transport {
    readonly root: HTMLElement;
    private readonly playButton: HTMLButtonElement;
    private readonly loopButton: HTMLButtonElement;
    private readonly slider: HTMLInputElement;
    private readonly speed: HTMLSelectElement;
    private readonly clock = element('output', { class: 'clock', 'aria-live': 'off' });

    constructor(
        private readonly playback: Playback,
        private readonly frames: number,
        step: (frames: number) => void,
    ) {
        this.playButton = iconButton('play', 'Play', 'space', () => playback.toggle());
        this.playButton.classList.add('primary');
        this.loopButton = iconButton('loop', 'Repeat', 'L', () => playback.setLoop(!playback.loop));
        this.slider = element('input', { type: 'range', class: 'timeline', min: 0, max: playback.duration, step: 'any', value: 0, 'aria-label': 'Time' });
        this.slider.addEventListener('input', () => playback.seek(this.slider.valueAsNumber));
        this.speed = element(
            'select',
            { 'aria-label': 'Speed', title: 'Speed (− and +)' },
            ...SPEEDS.map((factor) => element('option', { value: factor }, `${factor}×`)),
        );
        this.speed.addEventListener('change', () => playback.setSpeed(Number(this.speed.value)));
        this.root = element(
            'footer',
            { class: 'transport', role: 'group', 'aria-label': 'Playback' },
            iconButton('start', 'To the start', 'Home', () => playback.seek(0)),
            iconButton('back', 'One frame back', '←', () => step(-1)),
            this.playButton,
            iconButton('forward', 'One frame on', '→', () => step(1)),
            this.slider,
            this.clock,
            this.speed,
            this.loopButton,
        );
        if (playback.duration <= 0) for (const control of this.root.querySelectorAll<HTMLInputElement>('button, input, select')) control.disabled = true;
        this.showState();
    }

    /** Next speed up or down. */
    changeSpeed(direction: 1 | -1): void {
        const now = this.playback.speed;
        const next = direction > 0 ? SPEEDS.find((s) => s > now * 1.001) : SPEEDS.filter((s) => s < now * 0.999).at(-1);
        if (next !== undefined) this.playback.setSpeed(next);
    }

    showTime(seconds: number, frame: number): void {
        const { duration } = this.playback;
        this.slider.value = String(seconds);
        this.slider.style.setProperty('--played', `${duration > 0 ? (seconds / duration) * 100 : 0}%`);
        this.slider.setAttribute('aria-valuetext', `${seconds.toFixed(2)} of ${duration.toFixed(2)} seconds`);
        this.clock.replaceChildren(
            element('b', {}, seconds.toFixed(2)),
            ` / ${duration.toFixed(2)} s`,
            ...(this.frames > 0 ? [element('small', {}, `frame ${frame + 1} of ${this.frames}`)] : []),
        );
    }

    showState(): void {
        const { playing, loop, speed } = this.playback;
        setIcon(this.playButton, playing ? 'pause' : 'play');
        this.playButton.setAttribute('aria-label', playing ? 'Pause' : 'Play');
        this.playButton.title = playing ? 'Pause (space)' : 'Play (space)';
        this.loopButton.setAttribute('aria-pressed', String(loop));
        const known = SPEEDS.find((factor) => Math.abs(factor - speed) < 1e-6);
        this.speed.value = known === undefined ? '' : String(known);
    }
}
