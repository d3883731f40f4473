/** The tabs of the desk share one session: what begins or ends it in one of them does so in all. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sideout-desk-session');

/** Sends a message to the other tabs of the desk. */
export function notifyOtherTabs(message: unknown): void {
  // `postMessage` of a channel takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs?.postMessage(message);
}

/** Calls the listener with each message of another tab of the desk. */
export function watchOtherTabs(listener: (message: unknown) => void): void {
  tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
}
