import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { minutesOfDay } from '@/lib/dates';
import { isRefusal } from './api-failure';
import type { components } from './schema';

type Hour = components['schemas']['EventHour'];
type Court = components['schemas']['Court'];
type Slots = components['schemas']['GetTimeslotsAnswer'];

/** The data of an event of a venue's day; a server of an older version sends neither `hours` nor `spread_ms`. */
export type DayEventData = Omit<components['schemas']['AvailabilityEvent'], 'hours' | 'spread_ms'> & {
  hours?: readonly Hour[] | undefined;
  spread_ms?: number | undefined;
};

/** The data of an event; null if it is not JSON, or not an object with a version. */
export function readDayEvent(data: string): DayEventData | null {
  try {
    const read: unknown = JSON.parse(data);
    return typeof read === 'object' && read !== null && 'version' in read ? (read as DayEventData) : null;
  } catch {
    return null;
  }
}

/** The courts of an hour as they are after an event; a court that did not change stays the same object. */
export function withFreeCourts(courts: readonly Court[], hour: Hour): Court[] {
  const free = new Set(hour.free_courts);
  return courts.map((court) => {
    const available = free.has(court.court_id) ? 'yes' : 'no';
    return court.available === available ? court : { ...court, available };
  });
}

/** A venue's bookable days as they are after an event about some hours of one of them. */
export function withHours(slots: Slots, date: string, hours: readonly Hour[]): Slots {
  const updated = new Set(hours.map(({ time }) => time));
  return {
    ...slots,
    date: slots.date.map((day) => {
      if (day.date.date !== date) return day;
      const open = hours.flatMap(({ slot }) => (slot ? [slot] : []));
      const closed = hours.flatMap(({ time, reason }) => (reason ? [{ time, reason }] : []));
      return {
        ...day,
        slots: inOrder([...day.slots.filter(({ time }) => !updated.has(time)), ...open]),
        closed: inOrder([...day.closed.filter(({ time }) => !updated.has(time)), ...closed]),
      };
    }),
  };
}

function inOrder<T extends { time: string }>(hours: T[]): T[] {
  return hours.toSorted((a, b) => (minutesOfDay(a.time) ?? 0) - (minutesOfDay(b.time) ?? 0));
}

/**
 * Applies events of one day and sport to the cached answers. An answer to a request that was sent before an event may
 * be older than the event, so the event is applied to it as well.
 */
export class DayEvents {
  readonly #client: QueryClient;
  readonly #venue: number;
  readonly #sport: number;
  readonly #date: string;
  /** The version of the last `open` or `changed` event, also of one that was not applied because of a gap; null before the first. */
  #version: number | null = null;
  /** How many events were applied. */
  #count = 0;
  /** Each hour of the events so far, with the number of its last event. */
  readonly #hours = new Map<string, { hour: Hour; at: number }>();
  /** For each query, how many events had been applied when its last request was sent. */
  readonly #sent = new Map<string, number>();
  readonly #unsubscribe: () => void;

  constructor(client: QueryClient, { venue, sport, date }: { venue: number; sport: number; date: string }) {
    this.#client = client;
    this.#venue = venue;
    this.#sport = sport;
    this.#date = date;
    this.#unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || !this.#isOfDay(event.query.queryKey)) return;
      const { queryHash, queryKey } = event.query;
      if (event.action.type === 'fetch') this.#sent.set(queryHash, this.#count);
      if (event.action.type === 'success' && event.action.manual !== true) {
        // A request that was sent before the events began is older than all of them.
        this.#applyTo(queryKey, this.#sent.get(queryHash) ?? 0);
      }
    });
  }

  /** Applies an event; false if the screen must load the data again. */
  apply(name: string, { version, previous, hours }: DayEventData): boolean {
    if (hours === undefined || (name !== 'open' && name !== 'changed')) return false;
    if (name === 'changed') {
      // Older than what was applied, for example sent before an `open` event that contains it.
      if (this.#version !== null && version <= this.#version) return true;
      if (previous !== this.#version) {
        this.#version = version;
        return false;
      }
    }
    this.#version = version;
    const before = this.#count;
    this.#count += 1;
    for (const hour of hours) this.#hours.set(hour.time, { hour, at: this.#count });
    for (const { queryKey } of this.#client.getQueryCache().findAll()) {
      if (this.#isOfDay(queryKey)) this.#applyTo(queryKey, before);
    }
    return true;
  }

  /** Stops applying events to later answers. */
  stop(): void {
    this.#unsubscribe();
  }

  #isOfDay([about, venue, ...rest]: QueryKey): boolean {
    if (venue !== this.#venue) return false;
    if (about === 'slots') return rest[0] === this.#sport;
    return about === 'courts' && rest[0] === this.#date && rest[2] === this.#sport;
  }

  /** Applies the hours of the events after number `since` to the answer in the cache, if there is one. */
  #applyTo(queryKey: QueryKey, since: number): void {
    const [about, , , time] = queryKey;
    // What the server refuses by now must not be shown again.
    if (isRefusal(this.#client.getQueryState(queryKey)?.error)) return;
    const newer = [...this.#hours.values()].filter(({ at }) => at > since).map(({ hour }) => hour);
    if (about === 'courts') {
      const hour = newer.find((one) => one.time === time);
      if (hour === undefined) return;
      this.#client.setQueryData<Court[]>(queryKey, (courts) => courts && withFreeCourts(courts, hour));
    } else if (newer.length > 0) {
      this.#client.setQueryData<Slots>(queryKey, (slots) => slots && withHours(slots, this.#date, newer));
    }
  }
}
