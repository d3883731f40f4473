/**
 * The year of an instant (ISO, UTC) in a zone. Apart from `dates.ts`, because each page has it in its footer: only around New Year a
 * year can differ from that of UTC, and only then a formatter is made.
 */
export function yearIn(zone: string, instant: string): string {
  if (!/^\d{4}-(12-31|01-01)T/.test(instant)) return instant.slice(0, 4);
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric' }).format(new Date(instant));
}
