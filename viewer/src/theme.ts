import type { StageColours } from './stage';

/** The page's scheme: the system's, until the user chooses the other one. */
export class Theme {
    private readonly system = window.matchMedia('(prefers-color-scheme: light)');
    private chosen: 'dark' | 'light' | null = null;
    /** Called after the scheme has changed. */
    onChange: () => void = () => {};

    constructor() {
        this.system.addEventListener('change', () => this.apply());
        this.apply();
    }

    toggle(): void {
        this.chosen = this.name === 'dark' ? 'light' : 'dark';
        this.apply();
    }

    get name(): 'dark' | 'light' {
        return this.chosen ?? (this.system.matches ? 'light' : 'dark');
    }

    get stageColours(): StageColours {
        return { background: cssVariable('--stage'), grid: cssVariable('--grid') };
    }

    private apply(): void {
        document.documentElement.dataset.theme = this.name;
        this.onChange();
    }
}

export function cssVariable(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
