/** Opens the device's share sheet. Closing it without a choice is 'cancelled', not a failure. */
export async function share(what: ShareData): Promise<'shared' | 'cancelled' | 'failed'> {
  try {
    await navigator.share(what);
    return 'shared';
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}

/** Copies a text; returns whether the browser did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
