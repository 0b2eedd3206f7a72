/** Numbers and names as people read them. */

const PREFIXES: readonly (readonly [number, string])[] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
    [1, ''],
    [1e-3, 'm'],
    [1e-6, 'µ'],
];

/** Up to three significant digits, no trailing zeros; powers of ten only where plain digits would not fit. */
export function formatNumber(value: number): string {
    if (!Number.isFinite(value)) return '–';
    if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value).replace('-', '−');
    const size = Math.abs(value);
    const text = size >= 1e6 || size < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(size >= 1000 ? 4 : 3)));
    return text.replace('-', '−');
}

/** A quantity with the SI prefix that suits it: 18.2 kJ. */
export function formatQuantity(value: number, unit: string): string {
    if (!Number.isFinite(value)) return '–';
    if (value === 0) return `0 ${unit}`;
    const size = Math.abs(value);
    const [scale, prefix] = PREFIXES.find(([scale]) => size >= scale * 0.9995) ?? [1, ''];
    return `${formatNumber(Number((value / scale).toPrecision(3)))} ${prefix}${unit}`;
}

/** `largestOverlap` becomes "Largest overlap". */
export function formatKey(key: string): string {
    const words = key
        .replace(/[_-]+/g, ' ')
        .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
        .trim();
    return words.charAt(0).toUpperCase() + words.slice(1);
}
