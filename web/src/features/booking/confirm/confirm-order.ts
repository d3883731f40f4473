import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import { NOT_BOOKED, OVER } from '../status/booking-outcome';

interface Answer {
  error: number | string;
  message: string;
  code?: string | null;
}

/** The outcome of a confirmation. `message` is the server's message for the player, empty if it sent none. */
export type ConfirmOutcome =
  | { kind: 'confirmed' }
  /** The order was booked before, and may be cancelled, missed or played by now. */
  | { kind: 'was-booked' }
  | { kind: 'expired' }
  | { kind: 'taken' }
  | { kind: 'coupon-refused'; message: string }
  /** `code` is that of a reply with status 200; a call that was refused with another status, such as 429, has none. */
  | { kind: 'refused'; message: string; code?: string }
  | { kind: 'signed-out' }
  /** An online payment of the order is under way. */
  | { kind: 'paying' }
  /** An online payment arrived without a booking, and was or will be refunded. */
  | { kind: 'returned' }
  | { kind: 'unknown' };

/** Dependencies of a confirmation. */
export interface ConfirmNeeds {
  confirm: () => Promise<Answer>;
  /** Fetches the order's state from the server. */
  lookUp: () => Promise<{ status?: string | null; online_payment?: { state: string } | null | undefined }>;
  pause: (milliseconds: number) => Promise<void>;
  /** Called when the outcome is not known and the order is being fetched. */
  onFinding: () => void;
}

const ROUNDS = 3;
const PAUSE_MILLISECONDS = 1_200;

/**
 * Confirms an order without guessing: if the outcome is not known, it fetches the order. A confirmed order is a
 * success; a held one, or one that could not be fetched, is confirmed again, which is safe because the call is
 * idempotent.
 */
export async function confirmOrder(needs: ConfirmNeeds): Promise<ConfirmOutcome> {
  for (let round = 1; ; round += 1) {
    try {
      return classifyReply(await needs.confirm());
    } catch (cause) {
      const known = outcomeOfFailure(cause);
      // A refusal such as 429 says nothing about an earlier round, which may have confirmed the order.
      if (known && (round === 1 || known.kind === 'signed-out')) return known;
    }
    needs.onFinding();
    await needs.pause(PAUSE_MILLISECONDS * round);
    const found = await lookUpOutcome(needs);
    if (found !== 'held' && found !== 'silent') return found;
    if (round === ROUNDS) return { kind: 'unknown' };
  }
}

/**
 * Fetches only the order. `held` means that it is held and that no payment of it is under way, `silent` that it could
 * not be fetched: that this call is refused, as by 429 or 503, does not tell what became of the order.
 */
export async function lookUpOutcome(needs: Pick<ConfirmNeeds, 'lookUp'>): Promise<ConfirmOutcome | 'held' | 'silent'> {
  try {
    const order = await needs.lookUp();
    if (OVER.has(order.status ?? '')) return { kind: 'was-booked' };
    if (!NOT_BOOKED.has(order.status ?? '')) return { kind: 'confirmed' };
    // Also after the hold: a player whose payment is under way must not be asked to pay again.
    if (order.online_payment?.state === 'under_way') return { kind: 'paying' };
    if (order.status === 'held') return 'held';
    return { kind: order.online_payment?.state.startsWith('refund_') ? 'returned' : 'expired' };
  } catch (cause) {
    const known = outcomeOfFailure(cause);
    return known?.kind === 'signed-out' ? known : 'silent';
  }
}

/**
 * The outcome of a failed confirmation or payment that certainly did nothing; null if that is unknown. An error that is
 * not an {@link ApiFailure} is thrown again.
 */
export function outcomeOfFailure(cause: unknown): ConfirmOutcome | null {
  if (!(cause instanceof ApiFailure)) throw cause;
  if (cause.endsSession) return { kind: 'signed-out' };
  return cause.hasUnknownOutcome ? null : { kind: 'refused', message: cause.userMessage };
}

/** The codes of the refusals of a coupon. */
const COUPON_REFUSALS = new Set(['bad_coupon', 'coupon_minimum', 'coupon_venue', 'coupon_changed']);

/** The outcome that the server states in its reply to a confirmation, or to a call of an online payment. */
export function classifyReply(reply: Answer): ConfirmOutcome {
  if (succeeded(reply)) return { kind: 'confirmed' };
  switch (reply.code) {
    case 'already_booked':
    case 'cancelled':
      return { kind: 'was-booked' };
    case 'hold_expired':
      return { kind: 'expired' };
    case 'slot_taken':
      return { kind: 'taken' };
    case 'payment_under_way':
      return { kind: 'paying' };
    default:
      return COUPON_REFUSALS.has(reply.code ?? '')
        ? { kind: 'coupon-refused', message: reply.message }
        : { kind: 'refused', message: reply.message, ...(reply.code ? { code: reply.code } : {}) };
  }
}
