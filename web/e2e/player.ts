import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Hour } from './hours';
import type { Server } from './server';

/** A registered player with an open session. */
export interface Player {
  /** Ten digits. */
  phone: string;
  name: string;
  email: string;
  password: string;
  token: string;
  user: Record<string, unknown>;
}

/** An order that a player holds or has booked. */
export interface Order {
  orderid: string;
  court: string;
  venue: string;
  total_amount: number;
}

/** Ten random digits, which another player is unlikely to have. */
export function newPhone(): string {
  return `7${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
}

/** The newest code sent to this phone; waits for one other than `after`, if given. */
export async function codeFor(server: Server, phone: string, after?: string): Promise<string> {
  let code = '';
  await expect
    .poll(
      async () => {
        // Other text messages may have arrived since: bookings and reminders.
        code = (await server.inbox(`+91${phone}`)).find((text) => text.code !== null)?.code ?? '';
        return code !== '' && code !== after;
      },
      { message: `a text for ${phone}` },
    )
    .toBe(true);
  return code;
}

/** Registers a player over HTTP, with the code that the sandbox received. */
export async function newPlayer(server: Server, name = 'Asha Patel'): Promise<Player> {
  const phone = newPhone();
  const email = `player${phone}@example.in`;
  const password = 'pickleball';
  const { user: handle } = await server.post<{ user: string }>('/register', {
    body: { full_name: name, email, phone_no: `+91${phone}`, gender: 'female', dob: '1994-03-08', password },
  });
  const mobile_code = await codeFor(server, phone);
  const { token, user_info } = await server.post<{ token: string; user_info: Record<string, unknown> }>('/otp', {
    body: { mobile_code, user: handle },
  });
  return { phone, name, email, password, token: requireToken({ name, token }), user: user_info };
}

/** The token of the player's open session; fails if the answer that should have opened one has no token. */
export function requireToken({ name, token }: { name: string; token?: string | null }): string {
  if (typeof token === 'string' && token !== '') return token;
  throw new Error(`${name} has no open session: the server's answer has no token`);
}

/**
 * Requests a sign-up over HTTP and opens its code entry; returns the phone number. The cooldown of another code runs on
 * the server, and this browser does not know of it.
 */
export async function openCodeEntry(page: Page, server: Server): Promise<string> {
  const phone = newPhone();
  const { user, mobile_no } = await server.post<{ user: string; mobile_no: string }>('/register', {
    body: {
      full_name: 'Asha Patel',
      email: 'asha@example.in',
      phone_no: `+91${phone}`,
      gender: 'female',
      dob: '1994-03-08',
      password: 'pickleball',
    },
  });
  await page.goto(`/mobile-verification?${new URLSearchParams({ user, reg: '1', phone: `+91${phone}`, mobile_no })}`);
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  return phone;
}

/** Opens the player's session in the browser, as if the player had logged in on an earlier visit. */
export async function signIn(page: Page, player: Player): Promise<void> {
  await page.addInitScript(
    ({ token, user }) => {
      // Not in an iframe of another site; and once per tab, so that logging out remains possible.
      if (window !== window.top || sessionStorage.getItem('e2e') !== null) return;
      sessionStorage.setItem('e2e', 'signed in');
      localStorage.setItem('user_token', token);
      localStorage.setItem('user_data', user);
    },
    { token: player.token, user: JSON.stringify(player.user) },
  );
}

/** Requests a hold over HTTP; `error` is 0 if the court is held. */
export async function hold(server: Server, player: Player, hour: Hour, court: number) {
  return server.post<Order & { error: number; code?: string; message: string }>('/user/add_times', {
    token: player.token,
    body: { sport_id: 1, venue_id: hour.venue, court_id: court, date: hour.date, time: hour.time },
  });
}

/** Books the first free court of this hour over HTTP, or a later one if another test has just taken it. */
export async function book(server: Server, player: Player, hour: Hour): Promise<Order> {
  for (const court of await freeCourts(server, hour)) {
    const held = await hold(server, player, hour, court);
    if (held.error !== 0) continue;
    const booked = await server.post<{ error: number; message: string }>('/user/confirmCashPayment', {
      token: player.token,
      query: { orderid: held.orderid },
    });
    expect(booked, 'the booking is confirmed').toMatchObject({ error: 0 });
    return held;
  }
  throw new Error(`no court left at ${hour.date} ${hour.time}`);
}

/** The ids of the courts that are free at this hour. */
export async function freeCourts(server: Server, hour: Hour): Promise<number[]> {
  return (await courtsAt(server, hour)).filter((court) => court.available === 'yes').map((court) => court.court_id);
}

/** All courts of the venue at this hour. */
export async function courtsAt(server: Server, { venue, date, time }: Pick<Hour, 'venue' | 'date' | 'time'>) {
  const { courts } = await server.get<{
    courts: { court_id: number; court_name: string; court_type: string; available: string; price: number }[];
  }>('/getcourt', { query: { venue, date, time } });
  return courts;
}
