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

/** How far this device's clock was ahead of the server's when an order came, in milliseconds; 0 if it was not, or that is not known. */
function aheadAt({ order, seenAt }: SeenPass): number {
  const ahead = seenAt - Date.parse(order.server_time);
  return ahead > 0 ? ahead : 0;
}

/** Whether a pass is still kept at `now` of this device's clock, which may be days ahead. */
function isKept(seen: SeenPass, now: number): boolean {
  return now - aheadAt(seen) - Date.parse(seen.order.starts_at) < KEEP_MILLISECONDS;
}

/**
 * Reads the passes, and removes those that are kept no longer.
 *
 * INVARIANT: passes are read only by the player who saw them ("another player on the same phone sees nothing"), and
 * are removed when the session ends (forget-passes.ts; "is removed when the player logs out").
 */
function read(now: number): SeenPass[] {
  const customer = currentSession().user?.customer_id;
  const text = readStored('seen_passes');
  if (!customer || text === null) return [];
  try {
    const stored = JSON.parse(text) as Stored;
    if (stored.form !== FORM || stored.customer !== customer || !Array.isArray(stored.passes)) return [];
    const passes = stored.passes.filter((seen) => isKept(seen, now));
    if (passes.length < stored.passes.length) write(customer, passes);
    return passes;
  } catch {
    return [];
  }
}

function write(customer: string, passes: SeenPass[]): void {
  const stored: Stored = { form: FORM, customer, passes };
  writeStored('seen_passes', passes.length === 0 ? null : JSON.stringify(stored));
}

/** Stores an order that has a pass; removes one that has none any more. */
export function rememberPass(order: OrderInfo, now = Date.now()): void {
  const customer = currentSession().user?.customer_id;
  if (!customer) return;
  const others = read(now).filter((seen) => seen.order.orderid !== order.orderid);
  const seen = { order, seenAt: now };
  const hasPass = order.status === 'confirmed' && isKept(seen, now);
  write(customer, hasPass ? [seen, ...others].slice(0, MOST) : others);
}

/** The order as this player last received it, if its pass was kept. */
export function seenPass(orderid: string): SeenPass | undefined {
  return read(Date.now()).find((seen) => seen.order.orderid === orderid.replace(/^#/, ''));
}
