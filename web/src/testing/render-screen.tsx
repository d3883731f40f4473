import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { useToasts } from '@/lib/toast';
import { forgetToasts } from './toasts';

// The default of one second would fail on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

/**
 * The pause before a write of the desk whose answer was lost is repeated, in milliseconds. Undefined means that of the
 * app.
 */
let repeatPause: number | undefined = 0;

/** From the next screen to the end of the test, writes are repeated as late as in the app. */
export function repeatAsLateAsTheApp(): void {
  repeatPause = undefined;
  onTestFinished(() => {
    repeatPause = 0;
  });
}

/** One screen to test: its route's path, and the address at which the test begins. */
export interface Screen {
  path: string;
  component: () => ReactNode;
  /** How the route parses its query string. */
  search?: (raw: never) => object;
  /** The address with its query; the path itself when left out. */
  at?: string;
  /** The addresses that the player visited before, if any, the last one at the end. */
  before?: string | string[];
  /** Navigation state that came with the address. */
  state?: Record<string, unknown>;
  /** What any other screen waits for: until then this one is still shown, at the new address. */
  leaving?: Promise<void> | undefined;
}

/**
 * Renders one screen with a router and a query cache of its own, without the toasts of the test before. Every other
 * address is an empty page; the toasts are rendered below as text.
 */
export function renderScreen({ path, component, search, at = path, before = [], state = {}, leaving }: Screen) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ToastTexts />
      </>
    ),
  });
  const screen = createRoute({ getParentRoute: () => root, path, component, validateSearch: search as never });
  const wait: object = leaving === undefined ? {} : { beforeLoad: () => leaving };
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => null,
    ...wait,
  });
  const history = createMemoryHistory({ initialEntries: [before, at].flat() });
  history.replace(at, state);
  const router = createRouter({
    routeTree: root.addChildren([screen as never, elsewhere]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (given) => {
      const query = new URLSearchParams(
        Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ).toString();
      return query === '' ? '' : `?${query}`;
    },
  });
  cleanup();
  forgetToasts();
  const queryClient = new QueryClient({
    // Writes do not wait for a network, as in the app.
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always', retryDelay: repeatPause } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    queryClient,
    /** Path and query of the current location. */
    place: () => history.location.href,
    /** Goes one step back, as the browser does. */
    back: () => history.back(),
    forward: () => history.forward(),
    placeState: () => ({ ...history.location.state }) as Record<string, unknown>,
  };
}

function ToastTexts() {
  return (
    <ul aria-label="toasts">
      {useToasts().map((toast) => (
        <li key={toast.id}>{`${toast.type}: ${toast.title ?? ''} | ${toast.text}`}</li>
      ))}
    </ul>
  );
}
