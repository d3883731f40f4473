import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import {
  classifyReply,
  type ConfirmNeeds,
  type ConfirmOutcome,
  lookUpOutcome,
  outcomeOfFailure,
} from '../confirm/confirm-order';
import type { CheckoutEnd } from './checkout';

interface Answer {
  error: number | string;
  message: string;
  code?: string | null;
}

/** The reply to the closing of a checkout; `reason` says what became of the order. */
interface ClosingReply {
  message: string;
  params?: { readonly reason?: unknown };
}

/** The outcome of an online payment. */
export type PayOutcome =
  | ConfirmOutcome
  /** The provider's script failed to load, or its checkout failed to open: nothing was paid. */
  | { kind: 'no-script' }
  /**
   * The checkout was closed, by the player or by its timeout: the order is still held, or could not be fetched.
   * `message` is the server's reply to the closing; empty if that got none, or reported a payment that has failed
   * since.
   */
  | { kind: 'stopped'; message: string }
  /** The checkout was closed, and no reply tells whether it was paid before. */
  | { kind: 'closed-unknown' }
  /** The outcome of the request that opens the provider's order is unknown: nothing was paid. */
  | { kind: 'no-answer'; message: string };

/** The stage of a payment while the player waits. */
export type PayStage = 'opening' | 'checkout' | 'finding';

/** Dependencies of a payment. */
export interface PayNeeds<Checkout extends Answer> {
  generate: () => Promise<Checkout>;
  loadScript: () => Promise<void>;
  openCheckout: (checkout: Checkout) => Promise<CheckoutEnd>;
  /** Notifies the server of a payment; the server verifies it with the provider. */
  confirm: (proof: { payment: string; signature: string }) => Promise<Answer>;
  /** Notifies the server that the checkout was closed. */
  reset: () => Promise<ClosingReply>;
  lookUp: ConfirmNeeds['lookUp'];
  pause: (milliseconds: number) => Promise<void>;
  onStage: (stage: PayStage) => void;
}

/** How often the server is polled for the payment. */
const ROUNDS = 4;
const PAUSE_MILLISECONDS = 1_000;

/**
 * Pays a held order through the provider's checkout (spec §4). The browser never decides: after the checkout the server
 * verifies the payment, and an open outcome is `unknown`.
 */
export async function payOnline<Checkout extends Answer>(needs: PayNeeds<Checkout>): Promise<PayOutcome> {
  needs.onStage('opening');
  // Loaded in parallel with the order; a failure only matters once the order exists.
  const script = needs.loadScript().then(
    () => true,
    () => false,
  );
  let checkout: Checkout;
  try {
    checkout = await needs.generate();
  } catch (cause) {
    const known = outcomeOfFailure(cause);
    if (known !== null) return known;
    return { kind: 'no-answer', message: cause instanceof ApiFailure ? cause.userMessage : '' };
  }
  if (!succeeded(checkout)) return classifyPaymentReply(checkout);
  if (!(await script)) return { kind: 'no-script' };
  needs.onStage('checkout');
  let end: CheckoutEnd;
  try {
    end = await needs.openCheckout(checkout);
  } catch {
    // The script is loaded but fails to open: treated like a missing script, since nothing was paid.
    return { kind: 'no-script' };
  }
  needs.onStage('finding');
  return end.kind === 'paid' ? await confirmPaid(needs, end) : await stop(needs);
}

async function confirmPaid(
  needs: Pick<PayNeeds<Answer>, 'confirm' | 'pause'>,
  proof: { payment: string; signature: string },
): Promise<PayOutcome> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    try {
      const outcome = classifyPaymentReply(await needs.confirm(proof));
      if (outcome.kind !== 'unknown' && outcome.kind !== 'paying') return outcome;
    } catch (cause) {
      // An ended session does not tell whether the payment arrived.
      if (!(cause instanceof ApiFailure)) throw cause;
      if (cause.endsSession) break;
    }
    if (round < ROUNDS) await needs.pause(PAUSE_MILLISECONDS * round);
  }
  return { kind: 'unknown' };
}

async function stop(needs: Pick<PayNeeds<Answer>, 'reset' | 'lookUp'>): Promise<PayOutcome> {
  let reply: ClosingReply | null = null;
  try {
    reply = await needs.reset();
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause;
  }
  // A payment may have succeeded, or be under way, at the moment the window was closed.
  const found = await lookUpOutcome(needs);
  if (found !== 'held' && found !== 'silent') return found;
  const paid = outcomeOfClosing(reply);
  // The payment that the reply to the closing reported has failed since.
  if (found === 'held') return { kind: 'stopped', message: paid === null ? (reply?.message ?? '') : '' };
  // Without any reply the player may have paid before the checkout was closed.
  if (reply === null) return { kind: 'closed-unknown' };
  return paid ?? { kind: 'stopped', message: reply.message };
}

/** The payment that the reply to the closing of the checkout reports; null if it reports none. */
function outcomeOfClosing(reply: ClosingReply | null): PayOutcome | null {
  switch (reply?.params?.reason) {
    case 'booked':
      return { kind: 'confirmed' };
    case 'payment_under_way':
      return { kind: 'paying' };
    default:
      return null;
  }
}

/** Classifies a reply about a payment; `unknown` while the provider knows of none. */
function classifyPaymentReply(reply: Answer): PayOutcome {
  switch (reply.code) {
    case 'not_paid':
      return { kind: 'unknown' };
    case 'payment_refunded':
      return { kind: 'returned' };
    default:
      return classifyReply(reply);
  }
}
