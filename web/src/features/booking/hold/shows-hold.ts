/**
 * Whether a screen itself shows this held order: its confirm window, or the booking status, unless that names another
 * order.
 */
export function showsHold({ pathname, searchStr }: { pathname: string; searchStr: string }, orderid: string): boolean {
  const query = new URLSearchParams(searchStr);
  if (pathname === '/court-selection') return query.get('order') === orderid;
  return pathname === '/booking-status' && (query.get('orderId') ?? orderid) === orderid;
}
