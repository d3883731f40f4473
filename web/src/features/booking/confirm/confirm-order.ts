import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';

interface Answer {
  error: number | string;
  message: string;
  code?: string | null;
}

/** What became of a confirmation. `words` are the server's for the player, empty when it had none. */
export type ConfirmOutcome =
  | { is: 'confirmed' }
  | { is: 'expired' }
  | { is: 'taken' }
  | { is: 'coupon-refused'; words: string }
  /** `code` names the rule, where one did it. */
  | { is: 'refused'; words: string; code?: string }
  | { is: 'signed-out' }
  /** An online payment of it is on its way. */
  | { is: 'paying' }
  | { is: 'unknown' };

/** What confirming needs from outside. */
export interface ConfirmNeeds {
  confirm: () => Promise<Answer>;
  /** The order's state as the server knows it. */
  lookUp: () => Promise<{ status?: string | null }>;
  pause: (milliseconds: number) => Promise<void>;
  /** Called when no answer came and the truth is being looked up. */
  onFinding: () => void;
}

const ROUNDS = 3;
const PAUSE_MILLISECONDS = 1_200;

/**
 * Confirms an order and never guesses: when no answer came, the order itself is asked. A confirmed one is a success, a
 * held one is confirmed again (which the server answers alike however often it is done), and if nobody answers the
 * outcome stays unknown.
 */
export async function confirmOrder(needs: ConfirmNeeds): Promise<ConfirmOutcome> {
  for (let round = 1; ; round += 1) {
    try {
      return judge(await needs.confirm());
    } catch (cause) {
      const settled = settledByFailure(cause);
      if (settled) return settled;
    }
    needs.onFinding();
    await needs.pause(PAUSE_MILLISECONDS * round);
    const found = await findOut(needs);
    if (found !== 'held' && found !== 'silent') return found;
    if (round === ROUNDS) return { is: 'unknown' };
  }
}

/**
 * Asks only the order itself. `held` means that nothing was confirmed yet, `silent` that nobody answered.
 */
export async function findOut(needs: Pick<ConfirmNeeds, 'lookUp'>): Promise<ConfirmOutcome | 'held' | 'silent'> {
  try {
    const order = await needs.lookUp();
    if (order.status === 'held') return 'held';
    if (order.status === 'expired' || order.status === 'released') return { is: 'expired' };
    return { is: 'confirmed' };
  } catch (cause) {
    return settledByFailure(cause) ?? 'silent';
  }
}

/** A failure that says for sure that nothing was confirmed; null when the outcome is open. */
export function settledByFailure(cause: unknown): ConfirmOutcome | null {
  if (!(cause instanceof ApiFailure)) throw cause;
  if (cause.status === 401) return { is: 'signed-out' };
  return cause.unknownOutcome ? null : { is: 'refused', words: cause.words };
}

/** What an answer says. */
export function judge(reply: Answer): ConfirmOutcome {
  if (succeeded(reply)) return { is: 'confirmed' };
  switch (reply.code) {
    case 'hold_expired':
      return { is: 'expired' };
    case 'slot_taken':
      return { is: 'taken' };
    case 'payment_under_way':
      return { is: 'paying' };
    default:
      return reply.code?.includes('coupon')
        ? { is: 'coupon-refused', words: reply.message }
        : { is: 'refused', words: reply.message, ...(reply.code ? { code: reply.code } : {}) };
  }
}
