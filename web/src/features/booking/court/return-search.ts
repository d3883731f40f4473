/**
 * The `returnUrl` of court selection: its query string, with the chosen court if there is one (spec §2). The order is removed: its
 * session has ended.
 */
export function returnSearch(search: string, court: number | undefined): string {
  const query = new URLSearchParams(search);
  query.delete('order');
  if (court !== undefined) query.set('court', String(court));
  return `?${query.toString()}`;
}
