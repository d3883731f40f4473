declare module '@tanstack/react-router' {
  /** State that a navigation carries beside the address; it survives a reload. */
  interface HistoryState {
    /** The query string of court selection plus its court, to return to after login (spec §2). */
    returnUrl?: string;
    /** Path and query of another screen to return to after login. */
    returnTo?: string;
    /** The booking record that the history passes to its details (spec §2). */
    booking?: Record<string, unknown>;
    /** The checkout reported this order as paid, or the server that its payment is under way; the server decides. */
    paidHere?: boolean;
    /** Why the confirmation of a held order was refused, and the chosen way to pay. */
    refusal?: Refusal;
    /** The order of the cancellation screen (spec §2). */
    order_id?: string;
  }
}

/** A confirmation that was refused while the court is still held. */
export interface Refusal {
  orderid: string;
  /** The way to pay that the player had chosen. */
  by: 'court' | 'online';
  /** The server's message, in the player's language. */
  message: string;
  /** The error code of the refusal; '' if there is none. */
  code: string;
  /** The coupon that was applied; '' for none. */
  coupon: string;
  /** The total that the player saw, rupees. */
  total?: number;
}

/** Where a player goes after login: back to court selection, back to another screen, or home (spec §2). */
export function afterLogin(state: { returnUrl?: string; returnTo?: string }): string {
  if (state.returnUrl !== undefined) {
    const query = state.returnUrl.startsWith('?') ? state.returnUrl : `?${state.returnUrl}`;
    return `/court-selection${query}`;
  }
  // Only a path of our own: "//elsewhere" would leave the site.
  const to = state.returnTo;
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/';
}
