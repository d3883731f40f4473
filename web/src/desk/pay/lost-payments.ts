import { createStore } from '@/lib/store';

/** A line of a payment whose outcome is not known, with the version of the booking that it was sent for. */
export interface LostLine {
  order: string;
  version: number;
}

const KEY = 'desk-lost-payments';
/** The most lines that are kept: the oldest ones are dropped first. */
const MOST = 100;

/**
 * The lines of the payments that were sent and have no answer yet. A reload keeps them: the server may still get such a
 * payment.
 */
export const lostPayments = createStore<readonly LostLine[]>(readLost());

/** Records whether the outcome of the last payment of these bookings is unknown: from its start until an answer comes. */
export function setPaymentLost(lines: readonly LostLine[], isLost: boolean): void {
  const kept = lostPayments.get().filter(({ order }) => !lines.some((line) => line.order === order));
  const added = isLost ? lines.map(({ order, version }) => ({ order, version })) : [];
  const all = [...kept, ...added].slice(-MOST);
  lostPayments.set(all);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

/**
 * Whether it is unknown if the last payment of a booking was taken. The server takes money only for the version that the
 * payment was sent for, so a newer version already has that payment, or will never get it.
 */
export function isPaymentLost(lost: readonly LostLine[], { order, version }: LostLine): boolean {
  return lost.some((line) => line.order === order && line.version >= version);
}

function readLost(): readonly LostLine[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as LostLine[];
  } catch {
    return [];
  }
}
