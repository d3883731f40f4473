import './environment';
import { drawPage } from './draw-page';
import type { PageRequest } from './page-request';

// The program calls this by name (crates/pages): JSON in, JSON out.
Object.assign(globalThis, {
  drawPage: async (request: string) => JSON.stringify(await drawPage(JSON.parse(request) as PageRequest)),
});
