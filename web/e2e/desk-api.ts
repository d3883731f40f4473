import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Server } from './server';

/** A game for a check-in starts in at most this many milliseconds: check-in opens three hours before the start. */
const SOON = 2.8 * 3_600_000;

/** The board of a day. */
export interface Board {
  courts: { id: number; name: string; type: 'OUTDOOR' | 'INDOOR' }[];
  starts: { minute: number; at: string }[];
  slot_minutes: number;
  prices_paise: (number | null)[][];
  bookings: {
    order: string;
    name: string;
    status: string;
    attendance: string | null;
    court: number;
    minute: number;
    minutes: number;
  }[];
  holds: { court: number; minute: number }[];
  desk_holds: { court: number; minute: number }[];
  blocks: { court: number; minute: number; minutes: number }[];
}

/** An hour of a court that can be booked. */
export interface CourtHour {
  court: number;
  minute: number;
  /** In paise. */
  price: number;
}

/** A booking that a test has made. */
export interface MadeBooking extends CourtHour {
  order: string;
  day: string;
  phone: string;
}

/**
 * The free hours of a board, also those that have begun or are over; with `withNext` those whose next hour on the court
 * is free for the same price.
 */
export function freeHoursOf(board: Board, withNext = false): CourtHour[] {
  const isTaken = (court: number, minute: number) =>
    [...board.bookings, ...board.blocks].some(
      (one) => one.court === court && one.minute <= minute && minute < one.minute + one.minutes,
    ) || [...board.holds, ...board.desk_holds].some((one) => one.court === court && one.minute === minute);
  return board.courts.flatMap(({ id: court }, row) =>
    board.starts.flatMap(({ minute }, column) => {
      const price = board.prices_paise[row]?.[column];
      if (typeof price !== 'number' || isTaken(court, minute)) return [];
      const next = board.starts[column + 1]?.minute;
      const hasNext = next !== undefined && board.prices_paise[row]?.[column + 1] === price && !isTaken(court, next);
      return withNext && !hasNext ? [] : [{ court, minute, price }];
    }),
  );
}

/** The day in India, `days` after today; before today if negative. */
export async function dayIn(server: Server, days: number): Promise<string> {
  return new Date((await server.now()) + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}

/** A change that is sent to the desk's API. */
export interface DeskChange {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins after `/api/desk`. */
  path: string;
  data: object;
  /** The version of what is changed, if the call requires one. */
  version?: number;
}

/** Sends a change to the desk at an address, with a new idempotency key. */
export function sendToDesk(
  request: APIRequestContext,
  desk: string,
  { method = 'POST', path, data, version }: DeskChange,
): Promise<APIResponse> {
  const headers: Record<string, string> = { origin: desk, 'idempotency-key': randomUUID() };
  if (version !== undefined) headers['if-match'] = `"${version}"`;
  return request.fetch(`${desk}/api/desk${path}`, { method, data, headers });
}

/** Sends a change to the desk as {@link sendToDesk} does, and returns the answer; fails if the desk refuses it. */
export async function changeAtDesk<T>(request: APIRequestContext, desk: string, change: DeskChange): Promise<T> {
  const answer = await sendToDesk(request, desk, change);
  if (!answer.ok()) throw new Error(`${change.path}: ${answer.status()} ${await answer.text()}`);
  return (answer.status() === 204 ? undefined : await answer.json()) as T;
}

/** The id of one of the venues at which the signed-in person works, by its place in their list. */
export async function venueOf(request: APIRequestContext, desk: string, place: number): Promise<number> {
  const me = await request.get(`${desk}/api/desk/me`);
  const { venues } = (await me.json()) as { venues: { id: number }[] };
  const venue = venues[place];
  if (venue === undefined) throw new Error(`the sample has ${venues.length} venues, so none at place ${place}`);
  return venue.id;
}

const randomPhone = () => `9${String(randomInt(1e9)).padStart(9, '0')}`;

/** Calls of the desk's API beside the browser: they prepare a test and read its result. */
export class Desk {
  readonly #page: Page;
  readonly address: string;
  readonly venue: number;

  constructor(page: Page, address: string, venue: number) {
    this.#page = page;
    this.address = address;
    this.venue = venue;
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.#page.request.get(`${this.address}/api/desk${path}`);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  board(day: string): Promise<Board> {
    return this.get<Board>(`/venues/${this.venue}/board?day=${day}`);
  }

  post<T>(path: string, data: object): Promise<T> {
    return changeAtDesk<T>(this.#page.request, this.address, { path, data });
  }

  /** The free hours of a day, as {@link freeHoursOf} finds them. */
  async freeHours(day: string, withNext = false): Promise<CourtHour[]> {
    return freeHoursOf(await this.board(day), withNext);
  }

  /** A phone number whose last five digits no player has, so that a clerk who types them finds its player alone. */
  async phoneOfOwnTail(): Promise<string> {
    for (;;) {
      const phone = randomPhone();
      const { players } = await this.get<{ players: object[] }>(`/find?q=${phone.slice(-5)}&venue=${this.venue}`);
      if (players.length === 0) return phone;
    }
  }

  /** Books an hour for a new player who pays at the court. */
  async book(day: string, hour: CourtHour, name = 'Rohan Mehta', phone = randomPhone()): Promise<MadeBooking> {
    const { bookings } = await this.post<{ bookings: { order: string }[] }>(`/venues/${this.venue}/bookings`, {
      day,
      slots: [{ court: hour.court, minute: hour.minute }],
      player: { id: null, name, phone },
      contact_name: null,
      total_paise: hour.price,
    });
    return { ...hour, day, phone, order: bookings[0]?.order ?? '' };
  }

  /** Books the earliest of these hours for a new player who pays at the court; undefined if none is free any more. */
  async bookEarliest(day: string, hours: readonly CourtHour[], name: string): Promise<string | undefined> {
    for (const hour of earliestFirst(hours)) {
      const made = await this.book(day, hour, name).catch(() => undefined);
      if (made !== undefined) return made.order;
    }
    return undefined;
  }

  async booking(order: string) {
    return this.get<{
      status: string;
      attendance: string | null;
      due_paise: number;
      payments: { amount_paise: number }[];
      court: { id: number };
      minute: number;
      player: { phone: string | null };
    }>(`/bookings/${order}`);
  }

  /** Opens a shift of the venue's drawer, if none is open. */
  async openShift(): Promise<void> {
    const { shift } = await this.get<{ shift: object | null }>(`/venues/${this.venue}/shift`);
    if (shift !== null) return;
    // Another test may open it at the same time.
    await this.post(`/venues/${this.venue}/shifts`, { notes: [], coins: 0 }).catch(() => {});
  }

  /** Takes what a booking owes by card, or a part of it. */
  async payByCard(order: string, part_paise?: number): Promise<void> {
    await this.openShift();
    const { version, due_paise } = await this.get<{ version: number; due_paise: number }>(`/bookings/${order}`);
    const lines = [{ order, version, amount_paise: part_paise ?? due_paise }];
    await this.post(`/venues/${this.venue}/payments`, { tender: 'card', lines, payer: null, reference: null });
  }

  /**
   * A free court in the hour that is running now: `place` counts the free courts from the first (0, 1 …) or from the
   * last (-1, -2 …). Undefined at night, or if too few courts are free.
   */
  async runningHour(server: Server, place = 0): Promise<{ day: string; hour: CourtHour } | undefined> {
    const day = await dayIn(server, 0);
    const now = await server.now();
    const { starts, slot_minutes } = await this.board(day);
    const running = starts.find(({ at }) => Date.parse(at) <= now && now < Date.parse(at) + slot_minutes * 60_000);
    const hour = (await this.freeHours(day)).filter(({ minute }) => minute === running?.minute).at(place);
    return hour === undefined ? undefined : { day, hour };
  }

  /** The free hours of today that begin so soon that players can check in; none at night. */
  async soonHours(server: Server): Promise<{ day: string; hours: CourtHour[] }> {
    const day = await dayIn(server, 0);
    const now = await server.now();
    const { starts } = await this.board(day);
    const soon = starts.filter(({ at }) => Date.parse(at) > now && Date.parse(at) <= now + SOON);
    const hours = (await this.freeHours(day)).filter(({ minute }) => soon.some((start) => start.minute === minute));
    return { day, hours };
  }

  /** The free hour at index `place` of those that begin so soon that players can check in; undefined at night. */
  async soonHour(server: Server, place: number): Promise<{ day: string; hour: CourtHour } | undefined> {
    const { day, hours } = await this.soonHours(server);
    const hour = hours[place];
    return hour === undefined ? undefined : { day, hour };
  }

  boardUrl(day: string, minute?: number): string {
    return `${this.address}/desk/v/${this.venue}/board?day=${day}${minute === undefined ? '' : `&hour=${minute}`}`;
  }
}

/** The hours by their start, the earliest first. */
export const earliestFirst = (hours: readonly CourtHour[]) => hours.toSorted((one, other) => one.minute - other.minute);
/** A booking on the board. */
export const cellOf = (page: Page, { order }: MadeBooking) => page.locator(`[data-orders~="${order}"]`);
/** An hour of a court on the board that can be booked; a taken one has no `data-slots`. */
export const slotOf = (page: Page, { court, minute }: Pick<CourtHour, 'court' | 'minute'>) =>
  page.locator(`[data-slots="${court}-${minute}"]`);
