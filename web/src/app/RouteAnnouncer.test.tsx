import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setBrandTitle, useTitle } from '@/lib/title';
import { RouteAnnouncer } from './RouteAnnouncer';

function Named({ title }: { title: string }) {
  useTitle(title);
  return <h1>{title}</h1>;
}

test('each page is announced when the player comes to it, home by the name of the operator', async () => {
  setBrandTitle('Baroda Pickleball Club');
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <RouteAnnouncer />
      </>
    ),
  });
  const page = (path: string, title: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <Named title={title} /> });
  const history = createMemoryHistory({ initialEntries: ['/your-profile'] });
  const router = createRouter({
    routeTree: root.addChildren([page('/', ''), page('/your-profile', 'Your profile')]),
    history,
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: 'Your profile' });
  const announced = () => document.querySelector('[aria-live]')?.textContent;
  const goTo = (path: string) => act(async () => history.push(path));
  await goTo('/');
  await waitFor(() => expect(announced()).toBe('Baroda Pickleball Club'));
  await goTo('/your-profile');
  await waitFor(() => expect(announced()).toBe('Your profile'));
});
