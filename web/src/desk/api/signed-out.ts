import { createStore } from '@/lib/store';

/** Why the server no longer answers this browser: there is no session, or the paired device is locked. */
export type EndedSession = 'signed_out' | 'locked';

/** Each report sets a new object, so that the listeners are called each time. */
const last = createStore<{ reason: EndedSession } | null>(null);

/** The tabs of the desk share one session: its end in one of them is the end in all. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sideout-desk-session');
tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isEndedSession(data)) last.set({ reason: data });
});

/** Whether a refusal means that the session has ended. */
export function isEndedSession(code: unknown): code is EndedSession {
  return code === 'signed_out' || code === 'locked';
}

/** Reports to all tabs of the desk that the server no longer answers this browser's session. */
export function reportSignedOut(reason: EndedSession = 'signed_out'): void {
  last.set({ reason });
  // `postMessage` of a channel takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs?.postMessage(reason);
}

/** Calls the listener each time a session ends, until the returned function is called. */
export function watchSignedOut(listener: (reason: EndedSession) => void): () => void {
  return last.subscribe(() => listener(last.get()?.reason ?? 'signed_out'));
}
