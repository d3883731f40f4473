import { currentSession } from '@/lib/session';
import { readStored, writeStored } from '@/lib/storage';
import type { OrderInfo } from './order-info';

/** The form of what is stored; another one makes older entries unreadable, and they are fetched again. */
const FORM = 1;
/** Passes that a player may need without network. */
const MOST = 8;
/** A pass is of no use a day after its game. */
const KEEP_MILLISECONDS = 24 * 60 * 60_000;

/** An order as it was last seen. */
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
 * INVARIANT: passes are read only by the player who saw them ("another player on the same phone sees nothing"), and go
 * with the session (forget-passes.ts).
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

/** Keeps a booked order, so that its pass opens without network; forgets one that is booked no more. */
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

/** The order as this player has last seen it, if its pass was kept. */
export function seenPass(orderid: string): SeenPass | undefined {
  return read().find((seen) => seen.order.orderid === orderid.replace(/^#/, ''));
}
