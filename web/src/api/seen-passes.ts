import { currentSession } from '@/lib/session';
import { readStored, writeStored } from '@/lib/storage';
import type { OrderInfo } from './order-info';

/** Version of the stored format; entries of another version are ignored and fetched again. */
const FORM = 1;
/** Passes kept at most. */
const MOST = 8;
/** A pass is kept for this many milliseconds after the start of its game. */
const KEEP_MILLISECONDS = 24 * 60 * 60_000;

/** An order as it was last received. */
export interface SeenPass {
  order: OrderInfo;
  /** When, in milliseconds since 1970. */
  seenAt: number;
}

interface Stored {
  form: number;
  customer: string;
  passes: SeenPass[];
}

/**
 * INVARIANT: passes are read only by the player who saw them ("another player on the same phone sees nothing"), and
 * are removed when the session ends (forget-passes.ts).
 */
function read(): SeenPass[] {
  const customer = currentSession().user?.customer_id;
  const text = readStored('seen_passes');
  if (!customer || text === null) return [];
  try {
    const stored = JSON.parse(text) as Stored;
    return stored.form === FORM && stored.customer === customer && Array.isArray(stored.passes) ? stored.passes : [];
  } catch {
    return [];
  }
}

/** Stores a booked order, so that its pass opens without network; removes an order that is no longer booked. */
export function rememberPass(order: OrderInfo, now = Date.now()): void {
  const customer = currentSession().user?.customer_id;
  if (!customer) return;
  const others = read().filter(
    (seen) => seen.order.orderid !== order.orderid && now - Date.parse(seen.order.starts_at) < KEEP_MILLISECONDS,
  );
  const passes = order.status === 'confirmed' ? [{ order, seenAt: now }, ...others].slice(0, MOST) : others;
  const stored: Stored = { form: FORM, customer, passes };
  writeStored('seen_passes', passes.length === 0 ? null : JSON.stringify(stored));
}

/** The order as this player last received it, if its pass was kept. */
export function seenPass(orderid: string): SeenPass | undefined {
  return read().find((seen) => seen.order.orderid === orderid.replace(/^#/, ''));
}
