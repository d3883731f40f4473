/**
 * When something ends on this device's clock, in milliseconds. The phone's clock may be wrong by hours, so a reply
 * carries the server's own time, and only the difference between the two times is used. Without that time the end is
 * taken as it is; an end that cannot be read is now.
 */
export function localEnd(endsAt: string, serverTime: string | null | undefined, now: number = Date.now()): number {
  const end = Date.parse(endsAt);
  const server = serverTime ? Date.parse(serverTime) : Number.NaN;
  if (Number.isNaN(end)) return now;
  return Number.isNaN(server) ? end : now + (end - server);
}

/** Milliseconds as "4:07"; never negative. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
