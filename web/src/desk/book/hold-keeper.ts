import { createStore } from '@/lib/store';
import type { DeskHold } from '@/desk/api/holds';
import { failureAfterLost, isOutcomeUnknown, isRequestRefused } from '@/desk/api/problem';
import { repeatWrite } from '@/desk/api/repeat-write';
import { slotKey, type Slot } from '@/desk/lib/slots';

/**
 * The state of a wanted slot; `answeredAt` is when the hold was answered, in milliseconds of this device's clock, and `cause` the
 * refusal of the server, or why the call failed.
 */
export type HoldState =
  | { kind: 'requested' }
  | { kind: 'held'; hold: DeskHold; answeredAt: number }
  | { kind: 'missing'; cause: unknown }
  | { kind: 'booked' };

/** The states of the wanted slots by `slotKey`. */
export type HoldStates = ReadonlyMap<string, HoldState>;

/** The calls that hold a slot and release it. */
export interface HoldCalls {
  hold: (day: string, slot: Slot, key: string) => Promise<DeskHold>;
  /** `until` is the end of the hold as the server sent it. */
  release: (hold: string, until: string, key: string) => Promise<unknown>;
  /** Called when a hold has been released. */
  onReleased: () => void;
  /** The ids of the holds that this tab made. */
  made: MadeHolds;
}

/** The holds that a tab made, by their ids. */
export interface MadeHolds {
  has: (id: string) => boolean;
  add: (id: string) => void;
}

interface Entry {
  day: string;
  slot: Slot;
  isWanted: boolean;
  /** Whether the slot has to be requested, for the first time or to renew it. */
  mustRequest: boolean;
  isBusy: boolean;
  state: HoldState;
}

const REQUESTED: HoldState = { kind: 'requested' };

/**
 * Keeps the wanted slots held for the clerk, and releases the others. The calls for one slot run one after another, so
 * that a slot is held again only when its release has ended. A page that is closed at once releases nothing: its
 * holds end by themselves.
 */
export class HoldKeeper {
  readonly #calls: HoldCalls;
  readonly #entries = new Map<string, Entry>();
  #day = '';
  #wanted: readonly Slot[] = [];
  #isPlanned = false;
  #isBooking = false;
  /** Whether the answer to a booking was lost: until it is repeated, the server may have given the slots to the booking. */
  #isLost = false;

  /** Changes with the wanted slots, and with every answer about one. */
  readonly states = createStore<HoldStates>(new Map());

  constructor(calls: HoldCalls) {
    this.#calls = calls;
  }

  /**
   * Sets which slots of a day are to be held. It takes effect when the running code has ended: slots that are dropped and
   * wanted again at once, as React's strict mode does, cause no call.
   */
  setWanted(day: string, slots: readonly Slot[]): void {
    // Other slots are another booking.
    if (slots.length > 0 && listOf(slots) !== listOf(this.#wanted)) this.#isLost = false;
    this.#day = day;
    this.#wanted = slots;
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#applyWanted();
    });
  }

  /** Renews the holds that have less than half of their time left; `ahead` is the server's clock's lead in milliseconds. */
  renew(ahead: number): void {
    if (this.#isLost) return;
    for (const entry of this.#entries.values()) {
      if (entry.isBusy || !entry.isWanted || entry.state.kind !== 'held') continue;
      if (isHalfOver(entry.state, ahead)) this.#request(entry);
    }
  }

  /** Requests the wanted slots again, also those that the server refused. */
  holdAgain(): void {
    if (this.#isLost) return;
    for (const entry of this.#entries.values()) {
      if (entry.isBusy || !entry.isWanted) continue;
      this.#set(entry, REQUESTED);
      this.#request(entry);
    }
  }

  /** Requests the slots again for which no answer came. */
  requestUnanswered(): void {
    if (this.#isLost) return;
    for (const entry of this.#entries.values()) {
      if (entry.isBusy || !entry.isWanted || entry.state.kind !== 'missing') continue;
      if (!isOutcomeUnknown(entry.state.cause)) continue;
      this.#set(entry, REQUESTED);
      this.#request(entry);
    }
  }

  /** Records that a slot is not held. */
  markMissing(slot: Slot, cause: unknown): void {
    const entry = this.#entries.get(keyOf(this.#day, slot));
    if (entry !== undefined) this.#set(entry, { kind: 'missing', cause });
  }

  /** Waits until each wanted slot has an answer; null if one of them is not held, or if other slots are wanted by then. */
  async awaitHolds(): Promise<DeskHold[] | null> {
    const wanted = this.#wanted;
    const states = () => wanted.map((slot) => this.states.get().get(slotKey(slot)) ?? REQUESTED);
    const isWaiting = () => wanted === this.#wanted && states().some(({ kind }) => kind === 'requested');
    if (isWaiting()) {
      await new Promise<void>((resolve) => {
        const stop = this.states.subscribe(() => {
          if (isWaiting()) return;
          stop();
          resolve();
        });
      });
    }
    const held = states().flatMap((state) => (state.kind === 'held' ? [state.hold] : []));
    const isWhole = held.length > 0 && held.length === wanted.length;
    return wanted === this.#wanted && isWhole ? held : null;
  }

  /**
   * Runs a booking of these slots of a day. No hold is released before it has ended, and what it booked is not released. After a
   * lost answer it has not ended: until the same booking is run again, or other slots are wanted, no hold is renewed either.
   */
  async runBooking<Data>(day: string, slots: readonly Slot[], work: () => Promise<Data>): Promise<Data> {
    this.#isBooking = true;
    try {
      const answer = await work();
      this.#isLost = false;
      // Other slots may be wanted by now: their holds became no booking.
      for (const slot of slots) {
        const entry = this.#entries.get(keyOf(day, slot));
        if (entry !== undefined) this.#set(entry, { kind: 'booked' });
      }
      return answer;
    } catch (cause) {
      // Other slots may be wanted by now: they are another booking.
      const isLeft = this.#wanted.length > 0 && (this.#day !== day || listOf(this.#wanted) !== listOf(slots));
      this.#isLost = isOutcomeUnknown(this.#isLost ? failureAfterLost(cause) : cause) && !isLeft;
      throw cause;
    } finally {
      this.#isBooking = false;
      this.#applyWanted();
    }
  }

  /** Requests the wanted slots that are not held yet, and releases those that are not wanted any more. */
  #applyWanted(): void {
    const wanted = new Map(this.#wanted.map((slot) => [keyOf(this.#day, slot), slot]));
    for (const [key, slot] of wanted) {
      const known = this.#entries.get(key);
      if (known?.isWanted === true) continue;
      const fresh = { day: this.#day, slot, isWanted: true, mustRequest: true, isBusy: false, state: REQUESTED };
      const entry: Entry = known ?? fresh;
      entry.isWanted = true;
      this.#entries.set(key, entry);
      this.#request(entry);
    }
    for (const [key, entry] of this.#entries) {
      if (wanted.has(key)) continue;
      entry.isWanted = false;
      entry.mustRequest = false;
      void this.#work(entry);
    }
    this.#publish();
  }

  #request(entry: Entry): void {
    entry.mustRequest = true;
    void this.#work(entry);
  }

  /** Makes the calls that a slot needs, one at a time. */
  async #work(entry: Entry): Promise<void> {
    if (entry.isBusy) return;
    entry.isBusy = true;
    for (;;) {
      if (entry.mustRequest) await this.#hold(entry);
      else if (!entry.isWanted && !this.#isBooking && !this.#isLost && entry.state.kind === 'held')
        await this.#release(entry);
      else break;
    }
    entry.isBusy = false;
    if (!entry.isWanted && entry.state.kind !== 'held') this.#entries.delete(keyOf(entry.day, entry.slot));
  }

  async #hold(entry: Entry): Promise<void> {
    entry.mustRequest = false;
    try {
      const hold = await repeatWrite(
        (key) => this.#calls.hold(entry.day, entry.slot, key),
        () => entry.isWanted,
      );
      if (hold.is_new) this.#calls.made.add(hold.id);
      this.#set(entry, { kind: 'held', hold, answeredAt: Date.now() });
    } catch (cause) {
      // A hold that could not be renewed lasts as long as it did before, unless the server refused to hold the slot.
      if (isRequestRefused(cause) || entry.state.kind !== 'held') this.#set(entry, { kind: 'missing', cause });
    }
  }

  async #release(entry: Entry): Promise<void> {
    const { state } = entry;
    if (state.kind !== 'held') return;
    this.#set(entry, REQUESTED);
    const { id, until } = state.hold;
    // Another tab of the same clerk made it, and may still need it: it ends by itself.
    if (!this.#calls.made.has(id)) return;
    try {
      await repeatWrite((key) => this.#calls.release(id, until, key));
      this.#calls.onReleased();
    } catch {
      // The release failed: the hold ends by itself.
    }
  }

  #set(entry: Entry, state: HoldState): void {
    entry.state = state;
    this.#publish();
  }

  #publish(): void {
    const wanted = [...this.#entries.values()].filter(({ isWanted }) => isWanted);
    // A new map would render the board again.
    if (wanted.length === 0 && this.states.get().size === 0) return;
    this.states.set(new Map(wanted.map(({ slot, state }) => [slotKey(slot), state])));
  }
}

function keyOf(day: string, slot: Slot): string {
  return `${day} ${slotKey(slot)}`;
}

function listOf(slots: readonly Slot[]): string {
  return slots.map(slotKey).join();
}

/** Whether less than half of the time from the answer to the end is left. */
function isHalfOver({ hold, answeredAt }: { hold: DeskHold; answeredAt: number }, ahead: number): boolean {
  const endsAt = Date.parse(hold.until) - ahead;
  return endsAt - Date.now() < (endsAt - answeredAt) / 2;
}
