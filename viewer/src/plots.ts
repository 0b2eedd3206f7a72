import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { element } from './dom';
import { formatNumber, formatQuantity } from './format';
import type { Telemetry } from './telemetry';
import { cssVariable } from './theme';

interface Series {
    readonly label: string;
    /** CSS variable of the line's colour. */
    readonly colour: string;
    readonly values: Float64Array;
}

interface Plot {
    readonly root: HTMLElement;
    readonly chart: uPlot;
    readonly marker: HTMLElement;
    readonly readings: readonly { element: HTMLElement; values: Float64Array; format: (value: number) => string }[];
}

const HEIGHT = 150;

/** Energies and contacts over time, with a marker at the time shown; a press or drag on a plot goes to that time. */
export class Plots {
    readonly root = element('div', { class: 'plots' });
    private readonly plots: Plot[] = [];

    constructor(
        telemetry: Telemetry,
        private readonly seek: (seconds: number) => void,
    ) {
        this.addPlot(telemetry, 'Energy', (value) => formatQuantity(value, 'J'), [
            { label: 'Total', colour: '--series-total', values: telemetry.total },
            { label: 'Potential', colour: '--series-potential', values: telemetry.potential },
            { label: 'Kinetic', colour: '--series-kinetic', values: telemetry.kinetic },
        ]);
        this.addPlot(telemetry, 'Contacts', formatNumber, [{ label: 'Touching', colour: '--series-contacts', values: telemetry.contacts }]);
        new ResizeObserver(() => this.resize()).observe(this.root);
    }

    /** Moves the markers and the readings. */
    show(seconds: number, frame: number): void {
        for (const { chart, marker, readings } of this.plots) {
            const x = chart.valToPos(seconds, 'x');
            marker.hidden = !Number.isFinite(x);
            marker.style.transform = `translateX(${x.toFixed(1)}px)`;
            for (const { element, values, format } of readings) element.textContent = format(values[frame] ?? NaN);
        }
    }

    /** Takes over the colours of the page after a change of scheme. */
    redraw(): void {
        for (const { chart } of this.plots) chart.redraw(false, true);
    }

    private addPlot(telemetry: Telemetry, title: string, format: (value: number) => string, candidates: { label: string; colour: string; values: Float64Array | null }[]): void {
        const series = candidates.filter((s): s is Series => s.values !== null);
        if (series.length === 0) return;
        const canvasBox = element('div', { class: 'chart', role: 'img', 'aria-label': `${title} over time: ${describe(series, format)}` });
        const readings = series.map((s) => ({ element: element('output', {}), values: s.values, format }));
        const legend = element(
            'div',
            { class: 'readings' },
            ...series.map((s, i) => element('span', {}, element('i', { style: `background: var(${s.colour})` }), `${s.label} `, readings[i]!.element)),
        );
        const root = element('section', { class: 'plot' }, element('header', {}, element('h2', {}, title), legend), canvasBox);
        this.root.append(root);
        const chart = new uPlot(options(series, format), [telemetry.time, ...series.map((s) => s.values)] as unknown as uPlot.AlignedData, canvasBox);
        const marker = element('div', { class: 'marker' });
        chart.over.append(marker);
        this.followPointer(chart);
        this.plots.push({ root: canvasBox, chart, marker, readings });
    }

    private followPointer(chart: uPlot): void {
        const go = (event: PointerEvent): void => this.seek(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x'));
        chart.over.addEventListener('pointerdown', (event) => {
            if (event.button !== 0) return;
            chart.over.setPointerCapture(event.pointerId);
            go(event);
        });
        chart.over.addEventListener('pointermove', (event) => {
            if (chart.over.hasPointerCapture(event.pointerId)) go(event);
        });
    }

    private resize(): void {
        for (const { root, chart } of this.plots) {
            if (root.clientWidth > 0 && root.clientWidth !== chart.width) chart.setSize({ width: root.clientWidth, height: HEIGHT });
        }
    }
}

function describe(series: readonly Series[], format: (value: number) => string): string {
    return series.map((s) => `${s.label} from ${format(s.values[0] ?? NaN)} to ${format(s.values[s.values.length - 1] ?? NaN)}`).join('; ');
}

function options(series: readonly Series[], format: (value: number) => string): uPlot.Options {
    const axis: uPlot.Axis = {
        stroke: () => cssVariable('--text-muted'),
        grid: { stroke: () => cssVariable('--plot-grid'), width: 1 },
        ticks: { show: false },
        font: '11px system-ui, sans-serif',
    };
    return {
        width: 320,
        height: HEIGHT,
        padding: [8, 16, 0, 0],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 } },
        scales: { x: { time: false } },
        axes: [
            { ...axis, size: 26, gap: 7, values: (_, splits) => splits.map((s) => `${formatNumber(s)} s`) },
            { ...axis, size: 58, gap: 6, values: (_, splits) => splits.map(format) },
        ],
        series: [{}, ...series.map((s): uPlot.Series => ({ label: s.label, stroke: () => cssVariable(s.colour), width: 1.5, pxAlign: 0, points: { show: false } }))],
    };
}
