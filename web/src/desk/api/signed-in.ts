import { storeTouch } from '@/desk/lib/device-touch';
import { beginSession } from './keep';
import type { Me } from './me';
import { notifyOtherTabs, watchOtherTabs } from './session-tabs';

/** The message to the other tabs that a member of staff has signed in. */
interface SignedIn {
  /** The id of the member of staff. */
  signedIn: string;
}

/**
 * Reports to the other tabs of the desk that a member of staff has signed in in this one, which is a touch of the device. What was kept
 * of the session before is removed: it may have been another person's.
 */
export function reportSignedIn(me: Me): void {
  beginSession(me);
  storeTouch(Date.now());
  notifyOtherTabs({ signedIn: me.staff.id } satisfies SignedIn);
}

/** Calls the listener each time a member of staff, named by their id, signs in in another tab of the desk. */
export function watchSignedInElsewhere(listener: (staff: string) => void): void {
  watchOtherTabs((message) => {
    if (isSignedIn(message)) listener(message.signedIn);
  });
}

function isSignedIn(message: unknown): message is SignedIn {
  return (
    typeof message === 'object' && message !== null && 'signedIn' in message && typeof message.signedIn === 'string'
  );
}
