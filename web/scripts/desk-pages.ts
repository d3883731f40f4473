import type { Plugin } from 'vite';

/** Serves desk.html at the addresses of the desk while developing. */
export function deskPages(): Plugin {
  return {
    name: 'desk-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/desk(\/[^.]*)?(\?.*)?$/.test(request.url ?? '')) request.url = '/desk.html';
        next();
      });
    },
  };
}
