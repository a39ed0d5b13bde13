/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

/** Has a part that is imported by a call come by itself: none of ours has styles to wait for. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id: string) =>
    (id.includes('vite/preload-helper') ? 'export const __vitePreload = (part) => part();' : null),
} as const;

export default defineConfig({
  plugins: [plainImports],
  // The page is served from any folder, and opened from a file.
  base: './',
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: false,
    rolldownOptions: {
      // The page, and what puts a playground into other pages: its name stays, and so do its exports.
      input: { index: 'index.html', playground: 'src/playground.tsx' },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // What the page begins with is one chunk, whatever of it the others use too.
        codeSplitting: { groups: [{ name: 'first', test: /src\/playground\.tsx$/ }] },
        entryFileNames: ({ name }) => (name === 'playground' ? 'playground.js' : 'assets/[name]-[hash].js'),
        assetFileNames: ({ names }) =>
          names.includes('playground.css') ? 'playground.css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  worker: { format: 'es' },
  // Some tests run the engine over hundreds of maps, on machines that are shared.
  test: { testTimeout: 60_000 },
});
