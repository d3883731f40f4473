/** The options of the provider's checkout (spec §7). */
export interface CheckoutOptions {
  key: string;
  /** Paise. */
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  /** Seconds after which the window closes by itself. */
  timeout?: number;
}

/** How the checkout ended. A failed attempt does not end it: the window stays open for another. */
export type CheckoutEnd = { kind: 'paid'; payment: string; signature: string } | { kind: 'dismissed' };

/** What the script passes on after a payment. */
interface PaymentResult {
  razorpay_payment_id?: string;
  razorpay_signature?: string;
}

interface ScriptOptions extends CheckoutOptions {
  handler: (result: PaymentResult) => void;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    Razorpay?: new (options: ScriptOptions) => { open: () => void; close?: () => void };
  }
}

/** Milliseconds after which the load of the script counts as failed. */
const LOAD_TIMEOUT_MILLISECONDS = 20_000;

let loading: Promise<void> | null = null;

/** Loads the provider's script once; a failure is not cached, so that the next attempt loads it again. */
export function loadCheckout(url: string): Promise<void> {
  if (window.Razorpay !== undefined) return Promise.resolve();
  loading ??= append(url).catch((cause: unknown) => {
    loading = null;
    throw cause;
  });
  return loading;
}

function append(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('the checkout script did not load'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MILLISECONDS);
    script.src = url;
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Razorpay === undefined) fail();
      else resolve();
    });
    document.head.append(script);
  });
}

let closeOpen: (() => void) | null = null;

/** Closes the open checkout, as its own close button does; no effect if none is open. */
export function closeCheckout(): void {
  closeOpen?.();
}

/** Opens the checkout over the page and resolves when it ends. The script must be loaded. */
export function openCheckout(options: CheckoutOptions): Promise<CheckoutEnd> {
  return new Promise((resolve, reject) => {
    if (window.Razorpay === undefined) {
      reject(new Error('the checkout script is not there'));
      return;
    }
    // The script changes viewport and scrolling while it is open and restores them afterwards; the old value is also
    // kept here in case the script is stopped without a chance to do so.
    const { overflow } = document.body.style;
    const end = (how: CheckoutEnd) => {
      closeOpen = null;
      document.body.style.overflow = overflow;
      resolve(how);
    };
    const checkout = new window.Razorpay({
      ...options,
      handler: (result) =>
        end({ kind: 'paid', payment: result.razorpay_payment_id ?? '', signature: result.razorpay_signature ?? '' }),
      modal: { ondismiss: () => end({ kind: 'dismissed' }) },
    });
    // The script reports the dismissal. A checkout that cannot be closed stays open and reports its end later.
    closeOpen = () => checkout.close?.();
    checkout.open();
  });
}

/**
 * Seconds between the player's last tap and the bank's answer: a payment begun later would arrive after the hold
 * expired.
 */
const LAST_ANSWER_SECONDS = 90;
/** Shortest time that a window stays open, in seconds. */
const LEAST_SECONDS = 60;

/** How long the window may stay open for a hold, in seconds; both instants are the server's. */
export function checkoutSeconds(holdEnds: string, now: string): number {
  const left = Math.floor((Date.parse(holdEnds) - Date.parse(now)) / 1_000);
  return Math.max(LEAST_SECONDS, left - LAST_ANSWER_SECONDS);
}

/** The phone number as the checkout expects it: without its first three characters (spec §7). */
export function prefilledPhone(phone: string): string {
  return phone.slice(3);
}
