import { createStore } from '@/lib/store';

/** Why the server no longer answers this browser: there is no session, or the paired device is locked. */
export type EndedSession = 'signed_out' | 'locked';

/** A new object each time the server has said so, so that each time is a change. */
const last = createStore<{ reason: EndedSession } | null>(null);

/** Whether a refusal means that the session has ended. */
export function isEndedSession(code: unknown): code is EndedSession {
  return code === 'signed_out' || code === 'locked';
}

/** The server no longer answers this browser's session. */
export function reportSignedOut(reason: EndedSession = 'signed_out'): void {
  last.set({ reason });
}

/** Calls the listener each time until the returned function is called. */
export function watchSignedOut(listener: (reason: EndedSession) => void): () => void {
  return last.subscribe(() => listener(last.get()?.reason ?? 'signed_out'));
}
