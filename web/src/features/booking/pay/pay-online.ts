import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import { type ConfirmOutcome, findOut, judge, settledByFailure } from '../confirm/confirm-order';
import type { CheckoutEnd } from './checkout';

interface Answer {
  error: number | string;
  message: string;
  code?: string | null;
}

/** What became of an online payment. */
export type PayOutcome =
  | ConfirmOutcome
  /** The provider's script did not come. */
  | { is: 'no-script' }
  /** The player closed the checkout; the court is still held. `words` are the server's. */
  | { is: 'stopped'; words: string }
  /** Nobody answered before anything was paid: nothing has happened. */
  | { is: 'no-answer'; words: string }
  /** The money came and goes back. `words` say why. */
  | { is: 'returned'; words: string };

/** Where a payment stands while the player waits. */
export type PayStage = 'opening' | 'checkout' | 'finding';

/** What paying needs from outside. */
export interface PayNeeds<Checkout extends Answer> {
  generate: () => Promise<Checkout>;
  loadScript: () => Promise<void>;
  openCheckout: (checkout: Checkout) => Promise<CheckoutEnd>;
  /** Tells the server that a payment was made; it looks for itself. */
  confirm: (proof: { payment: string; signature: string }) => Promise<Answer>;
  /** Tells the server that the checkout was closed. */
  reset: () => Promise<{ message: string }>;
  /** The order's state as the server knows it. */
  lookUp: () => Promise<{ status?: string | null; online_payment?: { state: string } | null | undefined }>;
  pause: (milliseconds: number) => Promise<void>;
  onStage: (stage: PayStage) => void;
}

/** So often the server is asked whether the money is there, before the status page goes on asking. */
const ROUNDS = 4;
const PAUSE_MILLISECONDS = 1_000;

/**
 * Pays a held order through the provider's checkout (spec §3). The browser never decides: after the checkout the server
 * looks for itself, and whatever stays open is `unknown`, which leads to the page that finds out.
 */
export async function payOnline<Checkout extends Answer>(needs: PayNeeds<Checkout>): Promise<PayOutcome> {
  needs.onStage('opening');
  // Asked for at once, so that it is there when the order is; only then is a failure of any interest.
  const script = needs.loadScript().then(
    () => true,
    () => false,
  );
  let checkout: Checkout;
  try {
    checkout = await needs.generate();
  } catch (cause) {
    const settled = settledByFailure(cause);
    if (settled !== null) return settled;
    return { is: 'no-answer', words: cause instanceof ApiFailure ? cause.words : '' };
  }
  if (!succeeded(checkout)) return judgePaid(checkout);
  if (!(await script)) return { is: 'no-script' };
  needs.onStage('checkout');
  let end: CheckoutEnd;
  try {
    end = await needs.openCheckout(checkout);
  } catch {
    // The script is there and does not open: as good as none, and nothing was paid.
    return { is: 'no-script' };
  }
  needs.onStage('finding');
  return end.is === 'paid' ? await confirmPaid(needs, end) : await stop(needs);
}

async function confirmPaid(
  needs: Pick<PayNeeds<Answer>, 'confirm' | 'lookUp' | 'pause'>,
  proof: { payment: string; signature: string },
): Promise<PayOutcome> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    try {
      const outcome = judgePaid(await needs.confirm(proof));
      if (outcome.is !== 'unknown' && outcome.is !== 'paying') return outcome;
    } catch (cause) {
      // A session that ended says nothing of the money: the page that finds out asks to log in.
      if (!(cause instanceof ApiFailure)) throw cause;
      if (cause.status === 401) break;
    }
    await needs.pause(PAUSE_MILLISECONDS * round);
  }
  return { is: 'unknown' };
}

async function stop(needs: Pick<PayNeeds<Answer>, 'reset' | 'lookUp'>): Promise<PayOutcome> {
  let words = '';
  try {
    words = (await needs.reset()).message;
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause;
  }
  // A payment may have come through, or be on its way, in the very moment the window was closed.
  let onItsWay = false;
  const found = await findOut({
    lookUp: async () => {
      const order = await needs.lookUp();
      onItsWay = order.online_payment?.state === 'under_way';
      return order;
    },
  });
  if (found === 'held') return onItsWay ? { is: 'paying' } : { is: 'stopped', words };
  return found === 'silent' ? { is: 'stopped', words } : found;
}

/** What an answer about a payment says; `unknown` while the provider knows of none. */
function judgePaid(reply: Answer): PayOutcome {
  switch (reply.code) {
    case 'not_paid':
      return { is: 'unknown' };
    case 'payment_refunded':
      return { is: 'returned', words: reply.message };
    case 'already_booked':
      return { is: 'confirmed' };
    default:
      return judge(reply);
  }
}
