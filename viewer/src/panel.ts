import { element } from './dom';
import { formatKey, formatNumber } from './format';
import type { Body } from './scene';
import type { ReportValue, Telemetry } from './telemetry';
import { isAsleep } from './telemetry';

type Group = { readonly [key: string]: ReportValue };

function isGroup(value: ReportValue): value is Group {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isQuantity(value: ReportValue): value is { value: ReportValue; unit: string } {
    return isGroup(value) && 'value' in value && typeof value.unit === 'string';
}

function valueText(value: ReportValue): string {
    if (value === null) return '–';
    if (isQuantity(value)) return `${valueText(value.value)} ${value.unit}`;
    if (typeof value === 'number') return formatNumber(value);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string') return value;
    return JSON.stringify(value);
}

function rows(list: HTMLElement, entries: Iterable<readonly [string, string]>): void {
    for (const [name, value] of entries) list.append(element('div', {}, element('dt', {}, name), element('dd', {}, value)));
}

/** The report as a table of names and values, groups and lists below their own headings. */
export function reportSection(report: Telemetry['report']): HTMLElement {
    const section = element('section', { class: 'report' });
    const scalars = Object.entries(report).filter(([, value]) => !Array.isArray(value) && (!isGroup(value) || isQuantity(value)));
    if (scalars.length > 0) {
        const list = element('dl', {});
        rows(list, scalars.map(([key, value]) => [formatKey(key), valueText(value)]));
        section.append(element('h2', {}, 'Report'), list);
    }
    for (const [key, value] of Object.entries(report)) {
        if (Array.isArray(value)) {
            if (value.length === 0) continue;
            section.append(element('h2', {}, formatKey(key)), element('ul', {}, ...value.map((item: ReportValue) => element('li', {}, valueText(item)))));
        } else if (isGroup(value) && !isQuantity(value)) {
            const list = element('dl', {});
            rows(list, Object.entries(value).map(([name, item]) => [formatKey(name), valueText(item)]));
            section.append(element('h2', {}, formatKey(key)), list);
        }
    }
    return section;
}

/** Counts that change while the simulation plays, and the body that the user picked. */
export class StatusSection {
    readonly root = element('section', { class: 'status' });
    private readonly counts = element('dl', {});
    private readonly picked = element('dl', { class: 'picked', hidden: true });
    private body: Body | null = null;

    constructor(
        private readonly bodies: readonly Body[],
        private readonly recorded: boolean,
    ) {
        this.root.append(element('h2', {}, 'Bodies'), this.counts, this.picked);
        this.show(0);
    }

    pick(body: Body | null): void {
        this.body = body;
    }

    show(frame: number): void {
        const dynamic = this.bodies.filter(({ info }) => info.type === 'dynamic');
        const asleep = dynamic.filter(({ info }) => isAsleep(info, frame)).length;
        const fixed = this.bodies.filter(({ info }) => info.type === 'static').length;
        this.counts.replaceChildren();
        if (this.recorded) rows(this.counts, [['Dynamic', String(dynamic.length)], ['Asleep', `${asleep} of ${dynamic.length}`], ['Static', String(fixed)]]);
        else rows(this.counts, [['Animated', String(dynamic.length)]]);
        this.showPicked(frame);
    }

    private showPicked(frame: number): void {
        this.picked.hidden = this.body === null;
        if (!this.body) return;
        const { info, node } = this.body;
        const place = node.matrixWorld.elements.slice(12, 15).map((value) => value.toFixed(3).replace('-', '−'));
        this.picked.replaceChildren();
        rows(this.picked, [
            ['Selected', info.name],
            ['Type', info.type],
            ...(info.type === 'dynamic' && this.recorded ? [['State', isAsleep(info, frame) ? 'asleep' : 'awake'] as const] : []),
            ['Position', `${place.join(', ')} m`],
            ...(info.impulse ? [['Contact impulse', `${formatNumber(info.impulse[frame] ?? NaN)} N·s`] as const] : []),
        ]);
    }
}
