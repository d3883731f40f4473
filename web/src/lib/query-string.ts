/**
 * Parses plain query strings: "?venue=1&time=7:00 PM" instead of the router's JSON, so that addresses match the
 * specification and shared links stay readable.
 */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The inverse of {@link parseQuery}; absent values are omitted. */
export function writeQuery(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      params.set(name, String(value));
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
