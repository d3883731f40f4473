/**
 * Plain query strings: "?venue=1&time=7:00 PM" instead of the router's JSON, so that addresses are the specification's
 * and a shared link means what it says.
 */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The other way; absent values are left out. */
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
