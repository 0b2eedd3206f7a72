/** The telemetry written beside the scene: format in FORMAT.md. */

export type BodyType = 'dynamic' | 'static' | 'kinematic';

export interface BodyTelemetry {
    readonly node: number;
    readonly name: string;
    readonly type: BodyType;
    /** Frames at which the body falls asleep or wakes, increasing; it starts awake. */
    readonly asleep: readonly number[];
    /** Largest contact impulse per frame, N·s; null when not recorded. */
    readonly impulse: Float32Array | null;
}

/** A report value as the file has it: scalars, `{value, unit}`, lists of text, or a group of those. */
export type ReportValue =
    | string
    | number
    | boolean
    | null
    | readonly ReportValue[]
    | { readonly [key: string]: ReportValue };

export interface Telemetry {
    readonly title: string;
    readonly frames: number;
    /** Length of the recording in seconds, last frame included. */
    readonly duration: number;
    readonly time: Float64Array;
    readonly kinetic: Float64Array | null;
    readonly potential: Float64Array | null;
    readonly total: Float64Array | null;
    readonly contacts: Float64Array | null;
    readonly bodies: readonly BodyTelemetry[];
    readonly report: { readonly [key: string]: ReportValue };
}

/** Telemetry that cannot be used; the message names the place and the reason. */
export class TelemetryError extends Error {
    constructor(place: string, reason: string) {
        super(`${place}: ${reason}`);
        this.name = 'TelemetryError';
    }
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}

function readSeries(source: Json, key: string, place: string, frames: number): Float64Array | null {
    const value = source[key];
    if (value === undefined || value === null) return null;
    const where = `${place}.${key}`;
    if (!Array.isArray(value)) throw new TelemetryError(where, `expected an array, found ${show(value)}`);
    if (value.length !== frames) throw new TelemetryError(where, `${value.length} entries for ${frames} frames`);
    return Float64Array.from(value, (entry: unknown, i) => {
        if (entry === null) return NaN;
        if (typeof entry !== 'number') throw new TelemetryError(`${where}[${i}]`, `expected a number, found ${show(entry)}`);
        return entry;
    });
}

function readTime(source: Json, frames: number): Float64Array {
    const time = readSeries(source, 'time', 'telemetry', frames);
    if (!time) throw new TelemetryError('telemetry.time', 'is missing');
    for (let i = 0; i < frames; ++i) {
        const increases = i === 0 ? time[0]! >= 0 : time[i]! > time[i - 1]!;
        if (!increases || !Number.isFinite(time[i])) throw new TelemetryError(`telemetry.time[${i}]`, `${time[i]} does not continue a growing series of times`);
    }
    return time;
}

function readToggles(value: unknown, place: string, frames: number): number[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new TelemetryError(place, `expected an array, found ${show(value)}`);
    value.forEach((entry: unknown, i) => {
        const previous = i === 0 ? -1 : (value[i - 1] as number);
        if (!Number.isInteger(entry) || (entry as number) <= previous || (entry as number) >= frames)
            throw new TelemetryError(`${place}[${i}]`, `${show(entry)} is not a later frame of ${frames}`);
    });
    return value as number[];
}

function readBody(value: unknown, index: number, frames: number): BodyTelemetry {
    const place = `telemetry.bodies[${index}]`;
    if (!isObject(value)) throw new TelemetryError(place, `expected an object, found ${show(value)}`);
    const { node, name, type } = value;
    if (!Number.isInteger(node) || (node as number) < 0) throw new TelemetryError(`${place}.node`, `${show(node)} is no node index`);
    if (type !== 'dynamic' && type !== 'static' && type !== 'kinematic') throw new TelemetryError(`${place}.type`, `${show(type)} is not dynamic, static or kinematic`);
    const impulse = readSeries(value, 'impulse', place, frames);
    return {
        node: node as number,
        name: typeof name === 'string' && name !== '' ? name : `node ${node as number}`,
        type,
        asleep: readToggles(value.asleep, `${place}.asleep`, frames),
        impulse: impulse ? Float32Array.from(impulse) : null,
    };
}

/** Reads telemetry. Throws a TelemetryError that says what is wrong with it, and where. */
export function parseTelemetry(text: string): Telemetry {
    let source: unknown;
    try {
        source = JSON.parse(text);
    } catch (error) {
        throw new TelemetryError('telemetry', error instanceof Error ? error.message : String(error));
    }
    if (!isObject(source)) throw new TelemetryError('telemetry', `expected an object, found ${show(source)}`);
    if (source.version !== 1) throw new TelemetryError('telemetry.version', `this page reads version 1, the file has ${show(source.version)}`);
    const frames = source.frames;
    if (!Number.isInteger(frames) || (frames as number) < 1) throw new TelemetryError('telemetry.frames', `${show(frames)} is no number of frames`);
    const count = frames as number;
    const bodies = source.bodies ?? [];
    if (!Array.isArray(bodies)) throw new TelemetryError('telemetry.bodies', `expected an array, found ${show(bodies)}`);
    const time = readTime(source, count);
    const dt = typeof source.dt === 'number' && source.dt > 0 ? source.dt : 0;
    return {
        title: typeof source.title === 'string' ? source.title : '',
        frames: count,
        duration: time[count - 1]! + (count === 1 ? dt : 0),
        time,
        kinetic: readSeries(source, 'kinetic', 'telemetry', count),
        potential: readSeries(source, 'potential', 'telemetry', count),
        total: readSeries(source, 'total', 'telemetry', count),
        contacts: readSeries(source, 'contacts', 'telemetry', count),
        bodies: bodies.map((body, i) => readBody(body, i, count)),
        report: isObject(source.report) ? (source.report as Telemetry['report']) : {},
    };
}

/** Number of entries in the increasing series that are not above the limit. */
function countUpTo(series: ArrayLike<number>, limit: number): number {
    let low = 0;
    let high = series.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (series[middle]! <= limit) low = middle + 1;
        else high = middle;
    }
    return low;
}

/** The frame shown at a time: the last one that has begun. */
export function frameAt(time: ArrayLike<number>, seconds: number): number {
    // Clocks that add up steps land a hair before the frame they mean.
    return Math.max(0, countUpTo(time, seconds + 1e-6) - 1);
}

/** Whether a body sleeps in a frame: it does after an odd number of changes. */
export function isAsleep(body: BodyTelemetry, frame: number): boolean {
    return countUpTo(body.asleep, frame) % 2 === 1;
}

/** Largest impulse of any body in any frame, N·s; 0 when none was recorded. */
export function largestImpulse(telemetry: Telemetry): number {
    let largest = 0;
    for (const body of telemetry.bodies) for (const impulse of body.impulse ?? []) if (impulse > largest) largest = impulse;
    return largest;
}
