import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { queryClient } from '@/api/query-client';
import { Providers } from '@/app/Providers';
import { createAppRouter } from '@/app/router';

/** React's marker of a part that could not be rendered yet: its code was still loading, or it failed. */
const UNFINISHED = '<!--$!-->';
/** Rounds of lazy loading at most: each loads the parts that are first used in it. */
const MOST_ROUNDS = 6;

/** The rendered markup of a screen. */
export interface RenderedScreen {
  markup: string;
  /** 404 if no screen has the address. */
  status: number;
}

/**
 * Renders the screen of an address with the data in the query cache, and then empties the cache. Throws, and leaves the
 * cache as it is, if the screen or a part of it cannot be rendered, or if the address leads to another one.
 */
export async function renderScreen(address: string): Promise<RenderedScreen> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const { matches } = router.state;
  const failed = matches.find((match) => match.status === 'error');
  if (failed) throw new Error(`${address} has no screen to render`, { cause: failed.error });
  if (router.state.location.pathname !== new URL(address, 'http://a').pathname) {
    throw new Error(`${address} leads elsewhere`);
  }
  let markup = UNFINISHED;
  for (let round = 0; round < MOST_ROUNDS && markup.includes(UNFINISHED); round += 1) {
    markup = renderToString(
      <StrictMode>
        <Providers router={router} />
      </StrictMode>,
    );
    // A part requested in this round is loaded in the next: all code is in this one file.
    await Promise.resolve().then(() => null);
  }
  if (markup.includes(UNFINISHED)) throw new Error(`a part of ${address} could not be rendered`);
  const lost = matches.some((match) => match._notFound === true || match.status === 'notFound');
  queryClient.clear();
  return { markup, status: lost ? 404 : 200 };
}
