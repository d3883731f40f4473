import { serverIntl } from './intl';
import { ServerUrl, ServerUrlSearchParams } from './url';

/*
 * Browser APIs that the embedded JavaScript engine lacks, as far as rendering a page needs them. This module must be the
 * first import of the entry, because the other modules read these globals when they load.
 */

const nothing = () => 0;

class NoSignal {
  readonly aborted = false;
  addEventListener = nothing;
  removeEventListener = nothing;
  throwIfAborted = nothing;
}

/** Nothing is aborted here: if a page takes too long, the server discards the engine. */
class NoController {
  readonly signal = new NoSignal();
  abort = nothing;
}

const environment = {
  Intl: serverIntl,
  URL: ServerUrl,
  URLSearchParams: ServerUrlSearchParams,
  AbortController: NoController,
  // Timers never fire while a page is rendered: deferred work is left to the browser.
  setTimeout: nothing,
  clearTimeout: nothing,
  setInterval: nothing,
  clearInterval: nothing,
};

for (const [name, value] of Object.entries(environment)) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
}
