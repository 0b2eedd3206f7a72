/** The clock of the page: a time that runs, stops and jumps. Knows nothing of what it drives. */
export class Playback {
    private seconds = 0;
    private running = false;
    private factor = 1;
    private repeats = false;

    static readonly slowest = 0.1;
    static readonly fastest = 4;

    /** Called after the time has changed. */
    onTime: (seconds: number) => void = () => {};
    /** Called after playing, speed or loop have changed. */
    onState: () => void = () => {};

    constructor(readonly duration: number) {}

    get time(): number {
        return this.seconds;
    }
    get playing(): boolean {
        return this.running;
    }
    get speed(): number {
        return this.factor;
    }
    get loop(): boolean {
        return this.repeats;
    }

    /** Plays on; from the start if the end was reached. */
    play(): void {
        if (this.duration <= 0 || this.running) return;
        if (this.seconds >= this.duration) this.seek(0);
        this.running = true;
        this.onState();
    }

    pause(): void {
        if (!this.running) return;
        this.running = false;
        this.onState();
    }

    toggle(): void {
        if (this.running) this.pause();
        else this.play();
    }

    setSpeed(factor: number): void {
        if (!Number.isFinite(factor)) return;
        this.factor = Math.min(Playback.fastest, Math.max(Playback.slowest, factor));
        this.onState();
    }

    setLoop(repeats: boolean): void {
        this.repeats = repeats;
        this.onState();
    }

    /** Jumps to a time, clamped to the recording. */
    seek(seconds: number): void {
        if (!Number.isFinite(seconds)) return;
        this.seconds = Math.min(this.duration, Math.max(0, seconds));
        this.onTime(this.seconds);
    }

    /** Lets real time pass. */
    advance(elapsed: number): void {
        if (!this.running) return;
        const next = this.seconds + elapsed * this.factor;
        if (next < this.duration) {
            this.seek(next);
        } else if (this.repeats) {
            this.seek(next % this.duration);
        } else {
            this.seek(this.duration);
            this.pause();
        }
    }
}
