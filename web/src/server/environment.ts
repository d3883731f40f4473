import { serverIntl } from './intl';
import { ServerUrl, ServerUrlSearchParams } from './url';

/**
 * What the engine inside the program lacks of a browser, as far as drawing a page asks for it. First import of the entry:
 * the other modules look for these when they load.
 */
const nothing = () => 0;

class NoSignal {
  readonly aborted = false;
  addEventListener = nothing;
  removeEventListener = nothing;
  throwIfAborted = nothing;
}

/** Nothing here is ever called off: a page that takes too long loses its engine. */
class NoController {
  readonly signal = new NoSignal();
  abort = nothing;
}

const environment = {
  Intl: serverIntl,
  URL: ServerUrl,
  URLSearchParams: ServerUrlSearchParams,
  AbortController: NoController,
  // Time does not pass while a page is drawn: what is put off to later is for the browser.
  setTimeout: nothing,
  clearTimeout: nothing,
  setInterval: nothing,
  clearInterval: nothing,
};

for (const [name, value] of Object.entries(environment)) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
}
