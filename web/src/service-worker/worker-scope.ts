/**
 * The part of its global scope that the service worker uses. TypeScript's own types of workers conflict with those of
 * pages in one program.
 */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install', listener: (event: InstallEvent) => void) => void) &
    ((type: 'activate', listener: (event: LastingEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageFromPage) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
}

/** An event that can extend the worker's life. */
export interface LastingEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

/** The installation of a worker. */
export interface InstallEvent extends LastingEvent {
  /** Has the browser answer requests without asking the worker; not every browser can. */
  readonly addRoutes?: (route: { condition: { urlPattern: { pathname: string } }; source: 'network' }) => Promise<void>;
}

/** A message from a page. */
export interface MessageFromPage extends LastingEvent {
  readonly data: unknown;
}

/** A request of a page. */
export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  /** The response that the browser requested while the worker started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
