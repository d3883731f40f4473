import './environment';
import { renderPage } from './render-page';
import type { PageRequest } from './page-request';

// The program calls this by name (crates/pages): JSON in, JSON out.
Object.assign(globalThis, {
  renderPage: async (request: string) => JSON.stringify(await renderPage(JSON.parse(request) as PageRequest)),
});
