/** Small help for making elements. */

type Attributes = Record<string, string | number | boolean>;

/** Makes an element; attributes that are false are left out, true ones are set empty. Text is always text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== false) made.setAttribute(name, value === true ? '' : String(value));
    }
    made.append(...children);
    return made;
}

const ICONS = {
    play: 'M7 4.5v15l12-7.5z',
    pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
    back: 'M6 5h2v14H6zM19 5v14L9 12z',
    forward: 'M16 5h2v14h-2zM5 5v14l10-7z',
    start: 'M5 5h2v14H5zM13 5v14l-6-7zM20 5v14l-6-7z',
    loop: 'M7 7h9V4l5 4.5L16 13v-3H8v4H5V9a2 2 0 0 1 2-2zM17 17H8v3l-5-4.5L8 11v3h8v-4h3v5a2 2 0 0 1-2 2z',
    frame: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
    panel: 'M4 5h16v14H4zM6 7v10h7V7zM15 7v10h3V7z',
    theme: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z',
} as const;
export type IconName = keyof typeof ICONS;

export function setIcon(button: HTMLElement, name: IconName): void {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', ICONS[name]);
    path.setAttribute('fill-rule', 'evenodd');
    svg.append(path);
    button.replaceChildren(svg);
}

/** A button with an icon; the label is read out and shown on hover, with the key that does the same. */
export function iconButton(icon: IconName, label: string, key: string, act: () => void): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'icon', 'aria-label': label, title: key ? `${label} (${key})` : label });
    setIcon(button, icon);
    button.addEventListener('click', act);
    return button;
}
