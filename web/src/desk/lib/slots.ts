import { MINUTES_OF_DAY } from '@/lib/dates';

/** A slot: the id of its court, and its start in minutes of the venue's day. */
export interface Slot {
  court: number;
  minute: number;
}

/** The most slots that are booked together on one day, as on the server. */
export const MOST_SLOTS = 12;

/** The longest slot of a venue in minutes, as on the server (`crates/domain/src/slot.rs`). */
export const LONGEST_SLOT_MINUTES = 240;

const SLOT = /^([1-9]\d{0,8})-(\d{1,4})$/;

/** A slot as text: "23-1140". */
export function slotKey({ court, minute }: Slot): string {
  return `${court}-${minute}`;
}

/** The slots in a text like "23-1140,24-1140", each once and at most {@link MOST_SLOTS}; invalid ones are left out. */
export function readSlots(text: string | undefined): Slot[] {
  const slots = new Map<string, Slot>();
  for (const part of text?.split(',') ?? []) {
    const [, court, minute] = SLOT.exec(part) ?? [];
    const slot = { court: Number(court), minute: Number(minute) };
    if (court !== undefined && slot.minute < MINUTES_OF_DAY) slots.set(slotKey(slot), slot);
  }
  return [...slots.values()].slice(0, MOST_SLOTS);
}

/** The inverse of {@link readSlots}; undefined for no slots. */
export function writeSlots(slots: readonly Slot[]): string | undefined {
  return slots.length === 0 ? undefined : slots.slice(0, MOST_SLOTS).map(slotKey).join(',');
}

export function isSameSlot(one: Slot, other: Slot): boolean {
  return one.court === other.court && one.minute === other.minute;
}

/** The slots without this one if it is among them, else with it at the end. */
export function toggledSlot(slots: readonly Slot[], slot: Slot): Slot[] {
  const others = slots.filter((one) => !isSameSlot(one, slot));
  return others.length < slots.length ? others : [...others, { court: slot.court, minute: slot.minute }];
}
