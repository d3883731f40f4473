import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setBrandTitle, useTitle } from '@/lib/title';
import { RouteAnnouncer } from './RouteAnnouncer';

afterEach(cleanup);

function Named({ title }: { title: string }) {
  useTitle(title);
  return <h1>{title}</h1>;
}

interface Page {
  path: string;
  title: string;
  /** What the page waits for before it is rendered. */
  loading?: Promise<void>;
}

/** Renders the first of these pages with an announcer beside it. */
async function openFirst(pages: readonly [Page, Page]) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <RouteAnnouncer />
      </>
    ),
  });
  const routes = pages.map(({ path, title, loading }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: async () => {
        await loading;
      },
      component: () => <Named title={title} />,
    }),
  );
  const [first] = pages;
  const history = createMemoryHistory({ initialEntries: [first.path] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: first.title });
  return { goTo: (path: string) => act(async () => history.push(path)) };
}

const announced = () => document.querySelector('[aria-live]')?.textContent;

test('each page is announced when the player comes to it, home by the name of the operator', async () => {
  setBrandTitle('Baroda Pickleball Club');
  const { goTo } = await openFirst([
    { path: '/your-profile', title: 'Your profile' },
    { path: '/', title: '' },
  ]);
  await goTo('/');
  await waitFor(() => expect(announced()).toBe('Baroda Pickleball Club'));
  await goTo('/your-profile');
  await waitFor(() => expect(announced()).toBe('Your profile'));
});

test('while another page is loading, the title of the first page is not announced', async () => {
  // The app loads the announcer after the first page, which has set its title by then.
  renderHook(() => useTitle('About us'));
  let finish = () => {};
  const loading = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { goTo } = await openFirst([
    { path: '/about-us', title: 'About us' },
    { path: '/location', title: 'Choose a location', loading },
  ]);
  await goTo('/location');
  expect(screen.getByRole('heading', { name: 'About us' })).toBeTruthy();
  expect(announced()).toBe('');
  await act(async () => finish());
  await waitFor(() => expect(announced()).toBe('Choose a location'));
});
