// The owner of the demo, who signs in by the link that it prints, without a browser.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const COOKIE = '__Host-sideout-desk';

/** Signs the owner in by the first link in the log of a demo, which works once; returns the session's token. */
export async function signInByLink(log, desk) {
  const token = /\/desk\/join#(\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
  const answer = await fetch(`${desk}/api/desk/links/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: desk },
    body: JSON.stringify({ token }),
  });
  const session = /=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  if (session === undefined) throw new Error(`the owner's link did not sign in: ${await answer.text()}`);
  return session;
}

/** The cookie of a session, for a browser. */
export const cookieOf = (value) => ({
  name: COOKIE,
  value,
  domain: 'localhost',
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Strict',
});

/**
 * Another client that holds and releases slots of a day, each a court and a start in minutes of the day: a change every
 * `milliseconds` until `stop` is called, which returns how many there were in a second.
 */
export function changeBoard({ desk, session, venue, day, slots, milliseconds }) {
  const open = [];
  const running = new Set();
  const began = performance.now();
  let made = 0;
  let next = 0;
  let failure = null;

  async function send(method, path, body) {
    const answer = await fetch(`${desk}/api/desk/venues/${venue}/holds${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: desk,
        cookie: `${COOKIE}=${session}`,
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} of a hold: ${answer.status} ${text}`);
    made += 1;
    return text === '' ? undefined : JSON.parse(text);
  }
  async function change() {
    // Half of the slots are held at a time, so that a hold and the release of another one take turns.
    if (open.length < Math.ceil(slots.length / 2)) {
      const { court, minute } = slots[next++ % slots.length];
      open.push(await send('POST', '', { day, court, minute }));
    } else {
      const { id, until } = open.shift();
      await send('DELETE', `/${id}?until=${encodeURIComponent(until)}`);
    }
  }
  const timer = setInterval(() => {
    const one = change()
      .catch((error) => {
        failure ??= error;
      })
      .finally(() => running.delete(one));
    running.add(one);
  }, milliseconds);

  return {
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1000;
      await Promise.all(running);
      const rate = made / seconds;
      for (const { id, until } of open) await send('DELETE', `/${id}?until=${encodeURIComponent(until)}`);
      if (failure !== null) throw failure;
      return rate;
    },
  };
}
