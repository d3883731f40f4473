/**
 * What the service worker uses of its global scope. TypeScript's own description of workers cannot stand in one program
 * with that of pages.
 */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: LastingEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageFromPage) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
}

/** An event that may keep the worker alive. */
export interface LastingEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

/** A page says something. */
export interface MessageFromPage extends LastingEvent {
  readonly data: unknown;
}

/** A page asks for something. */
export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  /** The answer that the browser has asked for while the worker started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
