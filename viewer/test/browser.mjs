// Chromium without a screen, drawing in software.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function findChromium() {
    return CANDIDATES.find((path) => path && existsSync(path)) ?? null;
}

export async function launch(executablePath) {
    return chromium.launch({
        executablePath,
        args: [
            '--no-sandbox',
            '--disable-gpu',
            '--use-angle=swiftshader',
            '--enable-unsafe-swiftshader',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
        ],
    });
}
