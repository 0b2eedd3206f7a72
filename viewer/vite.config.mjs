import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// One HTML file with everything inside: it must work from file://, where a page may load no module of its own.
export default defineConfig({
    plugins: [viteSingleFile({ removeViteModuleLoader: true })],
    build: {
        target: 'es2022',
        rollupOptions: { input: 'player.html' },
        chunkSizeWarningLimit: 2000,
    },
});
