import type { Plugin } from 'vite';

/** Serves desk.html at every address of the desk while developing, as the server does with the built one. */
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
