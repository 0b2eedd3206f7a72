import type { ColourMode } from './colouring';
import { element } from './dom';
import { formatNumber } from './format';
import type { Rgb } from './palette';
import { ASLEEP_COLOUR, AWAKE_COLOUR, IMPULSE_DECADES, KINEMATIC_COLOUR, STATIC_COLOUR, cssColour, magnitudeColour } from './palette';
import type { Body } from './scene';

/** Says what the colours mean, over the corner of the picture. */
export class Legend {
    readonly root = element('div', { class: 'legend', role: 'note', 'aria-label': 'Meaning of the colours' });

    constructor(
        private readonly bodies: readonly Body[],
        private readonly largestImpulse: number,
    ) {}

    show(mode: ColourMode): void {
        this.root.hidden = mode === 'body' || mode === 'material';
        this.root.replaceChildren();
        if (mode === 'asleep') this.root.append(...this.states());
        if (mode === 'impulse') this.root.append(this.scale());
    }

    private states(): HTMLElement[] {
        const has = (type: string): boolean => this.bodies.some(({ info }) => info.type === type);
        const entries: (readonly [string, Rgb])[] = [
            ['awake', AWAKE_COLOUR],
            ['asleep', ASLEEP_COLOUR],
            ...(has('kinematic') ? [['kinematic', KINEMATIC_COLOUR] as const] : []),
            ...(has('static') ? [['static', STATIC_COLOUR] as const] : []),
        ];
        return entries.map(([name, colour]) => element('span', {}, element('i', { style: `background: ${cssColour(colour)}` }), name));
    }

    private scale(): HTMLElement {
        const stops = Array.from({ length: 11 }, (_, i) => cssColour(magnitudeColour(i / 10)));
        const ticks = Array.from({ length: IMPULSE_DECADES + 1 }, (_, i) => this.largestImpulse * 10 ** (i - IMPULSE_DECADES));
        return element(
            'div',
            { class: 'scale' },
            element('b', {}, 'Largest contact impulse, N·s'),
            element('div', { class: 'ramp', style: `background: linear-gradient(to right, ${stops.join(', ')})` }),
            element('div', { class: 'ticks' }, ...ticks.map((tick) => element('span', {}, formatNumber(Number(tick.toPrecision(2)))))),
        );
    }
}
