/** Whether a screen itself shows this held order: its confirm window, or the outcome of its payment. */
export function showsHold({ pathname, searchStr }: { pathname: string; searchStr: string }, orderid: string): boolean {
  const query = new URLSearchParams(searchStr);
  if (pathname === '/court-selection') return query.get('order') === orderid;
  return pathname === '/booking-status' && (query.get('orderId') ?? orderid) === orderid;
}
