/**
 * What court selection hands to the login screen as returnUrl: its own query string plus the chosen court (spec §2), so
 * that the player lands on the same choice. An order of an earlier session does not travel.
 */
export function returnSearch(search: string, court: number | undefined): string {
  const query = new URLSearchParams(search);
  query.delete('order');
  if (court !== undefined) query.set('court', String(court));
  return `?${query.toString()}`;
}
