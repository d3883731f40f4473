import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const themeScript = fileURLToPath(new URL('./src/app/theme-before-paint.js', import.meta.url));

/**
 * Puts the script that applies the stored theme in front of everything else. It has to run before the first paint, so
 * it cannot be a module, and the content security policy forbids inline code, so it has to be a file of its own.
 */
function themeBeforePaint(): Plugin {
  let building = false;
  let reference = '';
  return {
    name: 'theme-before-paint',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (building) {
        reference = this.emitFile({ type: 'asset', name: 'theme.js', source: readFileSync(themeScript) });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const emitted = Object.values(context.bundle ?? {}).find(
          (file) => file.type === 'asset' && file.names.includes('theme.js'),
        );
        const src = emitted ? `/${emitted.fileName}` : '/src/app/theme-before-paint.js';
        if (building && reference === '') throw new Error('the theme script was not emitted');
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig({
  plugins: [themeBeforePaint(), react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/images': 'http://127.0.0.1:8080' },
  },
  build: {
    target: 'baseline-widely-available',
    manifest: true, // the server reads it to preload the chunk of the asked route
    assetsInlineLimit: 0, // no data: URLs, so that the content security policy stays strict
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
});
