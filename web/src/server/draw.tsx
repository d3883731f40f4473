import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { queryClient } from '@/api/query-client';
import { Providers } from '@/app/Providers';
import { createAppRouter } from '@/app/router';

/** React's mark of a part that could not be drawn yet: its code was still on the way, or it failed. */
const UNFINISHED = '<!--$!-->';
/** Screens load their parts in at most so many steps: the screen, what it shows lazily, what that shows lazily. */
const MOST_ROUNDS = 6;

/** A screen as markup. */
export interface Drawn {
  markup: string;
  /** 404 when the address is no screen. */
  status: number;
}

/** Draws the screen of an address with what is in the query cache. Throws when it, or a part of it, cannot be drawn. */
export async function draw(address: string): Promise<Drawn> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const { matches } = router.state;
  const failed = matches.find((match) => match.status === 'error');
  if (failed) throw new Error(`${address} has no screen to draw`, { cause: failed.error });
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
    // What was asked for in this round is there in the next: all code is in this one file.
    await Promise.resolve().then(() => null);
  }
  if (markup.includes(UNFINISHED)) throw new Error(`a part of ${address} could not be drawn`);
  const lost = matches.some((match) => match._notFound === true || match.status === 'notFound');
  queryClient.clear();
  return { markup, status: lost ? 404 : 200 };
}
