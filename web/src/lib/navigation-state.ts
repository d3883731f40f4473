declare module '@tanstack/react-router' {
  /** What travels with a navigation and survives a reload, beside the address itself. */
  interface HistoryState {
    /** The query string of court selection plus its court; after login the player lands there again (spec §2). */
    returnUrl?: string;
    /** Path and query of another screen that needed a login. */
    returnTo?: string;
    /** The booking record that the history hands to its details (spec §2). */
    booking?: Record<string, unknown>;
    /** The checkout has said that this order was paid; the server finds out whether it was. */
    paidHere?: boolean;
    /** Why the confirmation of a held order was refused, and how it was to be paid. */
    refusal?: Refusal;
    /** The order that the cancellation screen is about (spec §2). */
    order_id?: string;
  }
}

/** A confirmation that was refused while the court is still held. */
export interface Refusal {
  orderid: string;
  /** What the player had chosen. */
  by: 'court' | 'online';
  /** The server's words, in the player's language. */
  words: string;
  /** The rule that refused; '' where none did. */
  code: string;
  /** The coupon that was applied; '' for none. */
  coupon: string;
}

/** Where a player goes after login: back to court selection, to the screen that asked, or home (spec §2). */
export function afterLogin(state: { returnUrl?: string; returnTo?: string }): string {
  if (state.returnUrl !== undefined) {
    const query = state.returnUrl.startsWith('?') ? state.returnUrl : `?${state.returnUrl}`;
    return `/court-selection${query}`;
  }
  // Only a path of our own: "//elsewhere" would leave the site.
  const to = state.returnTo;
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/';
}
