/** What the provider's checkout is opened with (spec §7). */
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
  /** Seconds, after which the window closes by itself. */
  timeout?: number;
}

/** How the checkout ended. A failed try is no end: the window stays open for another. */
export type CheckoutEnd = { is: 'paid'; payment: string; signature: string } | { is: 'dismissed' };

interface Handed {
  razorpay_payment_id?: string;
  razorpay_signature?: string;
}

interface ScriptOptions extends CheckoutOptions {
  handler: (handed: Handed) => void;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    Razorpay?: new (options: ScriptOptions) => { open: () => void; close?: () => void };
  }
}

/** A script that takes longer will not come. */
const PATIENCE_MILLISECONDS = 20_000;

let loading: Promise<void> | null = null;

/** Loads the provider's script, once; a failure is forgotten, so that the next try asks again. */
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
    const timer = setTimeout(fail, PATIENCE_MILLISECONDS);
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

/** Closes the open checkout, as its own close button does; nothing while none is open. */
export function closeCheckout(): void {
  closeOpen?.();
}

/** Opens the checkout over the page and waits for its end. The script has to be there. */
export function openCheckout(options: CheckoutOptions): Promise<CheckoutEnd> {
  return new Promise((resolve, reject) => {
    if (window.Razorpay === undefined) {
      reject(new Error('the checkout script is not there'));
      return;
    }
    // The script takes viewport and scrolling away while it is open and gives back what it found; what it found is kept
    // here as well, in case it is closed by force.
    const { overflow } = document.body.style;
    const end = (how: CheckoutEnd) => {
      closeOpen = null;
      document.body.style.overflow = overflow;
      resolve(how);
    };
    const checkout = new window.Razorpay({
      ...options,
      handler: (handed) =>
        end({ is: 'paid', payment: handed.razorpay_payment_id ?? '', signature: handed.razorpay_signature ?? '' }),
      modal: { ondismiss: () => end({ is: 'dismissed' }) },
    });
    // The script says that it was dismissed. One that cannot be closed stays open, and tells how it ended.
    closeOpen = () => checkout.close?.();
    checkout.open();
  });
}

/** What a payment needs from its last press to the bank's answer: begun later, it comes when the hold has run out. */
const LAST_ANSWER_SECONDS = 90;
/** No window is closed sooner. */
const LEAST_SECONDS = 60;

/** How long the window may stay open for a hold; both instants are the server's. */
export function checkoutSeconds(holdEnds: string, now: string): number {
  const left = Math.floor((Date.parse(holdEnds) - Date.parse(now)) / 1_000);
  return Math.max(LEAST_SECONDS, left - LAST_ANSWER_SECONDS);
}

/** The phone as the checkout wants it prefilled: without its first three characters (spec §7). */
export function prefilledPhone(phone: string): string {
  return phone.slice(3);
}
