/** Colours as plain sRGB numbers, 0 to 1: no drawing library here. */

export type Rgb = readonly [number, number, number];

function gamma(linear: number): number {
    const c = Math.min(1, Math.max(0, linear));
    return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** OKLCh to sRGB (Ottosson, "A perceptual color space for image processing", 2020). Hue in turns. */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
    const a = chroma * Math.cos(2 * Math.PI * hue);
    const b = chroma * Math.sin(2 * Math.PI * hue);
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
        gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ];
}

const GOLDEN_RATIO = 0.6180339887498949;

/** Colour of the n-th body: steps of the golden ratio keep neighbours apart in hue; lightness varies with it. */
export function bodyColour(index: number): Rgb {
    const lightness = [0.7, 0.6, 0.78][index % 3]!;
    return oklch(lightness, 0.125, (0.11 + index * GOLDEN_RATIO) % 1);
}

/** For what does not move. */
export const STATIC_COLOUR: Rgb = oklch(0.63, 0.008, 0.7);
export const AWAKE_COLOUR: Rgb = oklch(0.76, 0.15, 0.19);
export const ASLEEP_COLOUR: Rgb = oklch(0.52, 0.09, 0.7);
export const KINEMATIC_COLOUR: Rgb = oklch(0.72, 0.13, 0.43);

/** Even steps through the viridis colour map (van der Walt and Smith, public domain). */
const VIRIDIS: readonly Rgb[] = [
    [0.267, 0.005, 0.329],
    [0.283, 0.141, 0.458],
    [0.254, 0.265, 0.53],
    [0.207, 0.372, 0.553],
    [0.164, 0.471, 0.558],
    [0.128, 0.567, 0.551],
    [0.135, 0.659, 0.518],
    [0.267, 0.749, 0.441],
    [0.478, 0.821, 0.318],
    [0.741, 0.873, 0.15],
    [0.993, 0.906, 0.144],
];

/** Colour map for magnitudes; the fraction is clamped to 0 … 1. */
export function magnitudeColour(fraction: number): Rgb {
    const position = Math.min(1, Math.max(0, fraction)) * (VIRIDIS.length - 1);
    const low = Math.min(VIRIDIS.length - 2, Math.floor(position));
    const t = position - low;
    const a = VIRIDIS[low]!;
    const b = VIRIDIS[low + 1]!;
    return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

/** Decades of impulse that the colour map spans: resting contacts and impacts differ by orders of magnitude. */
export const IMPULSE_DECADES = 3;

/** Place of an impulse on the colour map: logarithmic, 1 at the largest one. */
export function impulseFraction(impulse: number, largest: number): number {
    if (!(impulse > 0) || !(largest > 0)) return 0;
    return Math.max(0, 1 + Math.log10(impulse / largest) / IMPULSE_DECADES);
}

export function cssColour(colour: Rgb): string {
    return `rgb(${colour.map((c) => Math.round(c * 255)).join(' ')})`;
}
