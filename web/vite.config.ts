import { defineConfig } from 'vite';

export default defineConfig({
  // The page is served from any folder, and opened from a file.
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  worker: { format: 'es' },
});
