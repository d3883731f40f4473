import { ApiFailure } from '@/api/api-failure';
import { createStore } from '@/lib/store';
import { notifyOtherTabs, watchOtherTabs } from './session-tabs';

/** Why the server no longer answers this browser: there is no session, or the paired device is locked. */
export type SessionEnd = 'signed_out' | 'locked';

/** Each report sets a new object, so that the listeners are called each time. */
const last = createStore<{ reason: SessionEnd } | null>(null);
/** How many ends of sessions this tab knows of. */
let ends = 0;

watchOtherTabs((message) => {
  if (isSessionEnd(message)) end(message);
});

function end(reason: SessionEnd): void {
  ends += 1;
  last.set({ reason });
}

/** How many sessions have ended, as far as this tab knows: with another number another person may work here. */
export function endedSessions(): number {
  return ends;
}

/**
 * Throws if a session has ended since `begunAt`, which is `endedSessions` from when the write was begun: the next person at this device
 * must not send it in their name. Its outcome is unknown then: an earlier attempt may have done it, or a part of it.
 */
export function requireSameSession(begunAt: number): void {
  if (begunAt !== ends) throw new ApiFailure(401, 'unknown_outcome');
}

/** Whether a refusal means that the session has ended. */
export function isSessionEnd(code: unknown): code is SessionEnd {
  return code === 'signed_out' || code === 'locked';
}

/** Reports to all tabs of the desk that the server no longer answers this browser's session. */
export function reportSignedOut(reason: SessionEnd = 'signed_out'): void {
  end(reason);
  notifyOtherTabs(reason);
}

/**
 * Reports the end that a refused call shows, if `sessions`, which is `endedSessions` from when the call was sent, is still the same:
 * otherwise its session has ended since, and another person may have signed in by now.
 */
export function reportRefusedSession(reason: SessionEnd, sessions: number): void {
  if (sessions === ends) reportSignedOut(reason);
}

/** Counts the end of a session that perhaps no tab has reported: somebody has signed in in another one. */
export function countUnreportedEnd(): void {
  ends += 1;
}

/** Reports to the other tabs of the desk that the person has signed out in this one. */
export function reportSignedOutHere(): void {
  ends += 1;
  notifyOtherTabs('signed_out' satisfies SessionEnd);
}

/** Calls the listener with each end that a refusal, a lock or another tab reports, until the returned function is called. */
export function watchSignedOut(listener: (reason: SessionEnd) => void): () => void {
  return last.subscribe(() => listener(last.get()?.reason ?? 'signed_out'));
}
