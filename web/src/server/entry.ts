import './environment';
import { renderPage } from './render-page';
import type { PageRequest } from './page-request';

// The server calls this function by its name (crates/pages): JSON in, JSON out.
Object.assign(globalThis, {
  renderPage: async (request: string) => JSON.stringify(await renderPage(JSON.parse(request) as PageRequest)),
});
