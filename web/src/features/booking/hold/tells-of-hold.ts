/** Whether a screen is about this held order itself: its confirm window is open, or the outcome of its payment is shown. */
export function tellsOfHold(
  { pathname, searchStr }: { pathname: string; searchStr: string },
  orderid: string,
): boolean {
  const query = new URLSearchParams(searchStr);
  if (pathname === '/court-selection') return query.get('order') === orderid;
  return pathname === '/booking-status' && (query.get('orderId') ?? orderid) === orderid;
}
