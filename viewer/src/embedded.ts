/** The two places of the page that the composer fills. */

function textOf(id: string): string {
    return document.getElementById(id)?.textContent?.trim() ?? '';
}

/** The scene's bytes, or null when the page holds none. Throws when they are not base64. */
export function embeddedScene(): ArrayBuffer | null {
    const text = textOf('scene-glb');
    if (text === '') return null;
    let binary: string;
    try {
        binary = atob(text);
    } catch {
        throw new Error('the embedded scene is not valid base64: the file is damaged or was cut short');
    }
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return bytes.buffer;
}

/** The telemetry's text, or null when the page holds none. */
export function embeddedTelemetry(): string | null {
    const text = textOf('telemetry');
    return text === '' ? null : text;
}
