import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { routerScrolling, scrollToSections } from './scroll-position';

/** Renders a page with one section, with a router that scrolls like the app's. */
async function renderPage() {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const routeTree = createRootRoute({
    component: () => (
      <>
        <h2 id="refunds">Refunds</h2>
        <Outlet />
      </>
    ),
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree, history, ...routerScrolling });
  scrollToSections(router);
  const rendered = vi.fn();
  router.subscribe('onRendered', rendered);
  render(<RouterProvider router={router as never} />);
  await waitFor(() => expect(rendered).toHaveBeenCalledTimes(1));
  const goTo = async (change: () => void) => {
    const before = rendered.mock.calls.length;
    change();
    await waitFor(() => expect(rendered.mock.calls.length).toBeGreaterThan(before));
  };
  return { history, goTo };
}

const scrollTo = vi.fn();
let scrollIntoView: MockInstance<Element['scrollIntoView']>;
beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo.mockReset());
  scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
});

test('the router scrolls nothing when a page is rendered for the first time, when its query changes, and on the way back', async () => {
  const { history, goTo } = await renderPage();
  await goTo(() => history.push('/?order=1'));
  await goTo(() => history.back());
  expect(scrollTo).not.toHaveBeenCalled();
  expect(window.history.scrollRestoration).toBe('auto');
});

test('an address with a section scrolls to it', async () => {
  const { history, goTo } = await renderPage();
  await goTo(() => history.push('/#refunds'));
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a page that the browser kept leaves the positions to the browser when it is shown again', async () => {
  await renderPage();
  window.history.scrollRestoration = 'manual';
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(window.history.scrollRestoration).toBe('auto');
});
