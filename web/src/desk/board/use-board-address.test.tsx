import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { boardSearch } from '@/desk/lib/search';
import { useBoardAddress } from './use-board-address';

afterEach(cleanup);

/** Opens a board, and beside it a page whose code is loaded when `load` is called. */
async function openAddress(at: string) {
  const code = deferred<void>();
  const address: { current?: ReturnType<typeof useBoardAddress> } = {};
  const root = createRootRoute({ component: Outlet });
  const board = createRoute({
    getParentRoute: () => root,
    path: '/v/$venue/board',
    validateSearch: boardSearch,
    component: function Board() {
      const current = useBoardAddress(1);
      address.current = current;
      return 'board';
    },
  });
  const players = createRoute({
    getParentRoute: () => root,
    path: '/players/{-$player}',
    loader: () => code.promise,
    component: () => 'players',
  });
  const history = createMemoryHistory({ initialEntries: [`/desk${at}`] });
  const router = createRouter({ routeTree: root.addChildren([board, players]), history, basepath: '/desk' });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('board');
  return {
    router,
    history,
    load: () => code.resolve(),
    address: () => {
      if (address.current === undefined) throw new Error('the board was not rendered');
      return address.current;
    },
  };
}

test('the first hour in view is stored in the address without a history entry of its own', async () => {
  const { history, address } = await openAddress('/v/1/board?open=SO1');
  await act(async () => address().setFirstHour(1080));
  expect(history.location.href).toMatch(/^\/desk\/v\/1\/board\?.*hour=1080/);
  expect(history.location.href).toContain('open=SO1');
  expect(history.length).toBe(1);
});

test.each([
  ['scrolling ends', 'setFirstHour', 1080],
  ['a booking is undone', 'closePanelOf', ['SO1']],
] as const)('a navigation to another page is not cancelled when %s', async (_, name, value) => {
  const { router, history, load, address } = await openAddress('/v/1/board?open=SO1');
  await act(async () => void router.navigate({ to: '/players/{-$player}', params: { player: '7' } } as never));
  expect(screen.getByText('board')).toBeDefined();
  await act(async () => (address()[name] as (value: unknown) => void)(value));
  await act(async () => load());
  await screen.findByText('players');
  expect(history.location.pathname).toBe('/desk/players/7');
});
