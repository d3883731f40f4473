import { call } from './client';
import { reportSignedOut } from './signed-out';

/** The id of the person who has just handed over their shift at this device. */
let leaving: string | null = null;

/** Locks this paired device: calls the server, and removes at once what the page has read. */
export function lockDevice(): void {
  // If the call is lost, the server locks by itself later; this page shows no data from now on.
  call('post', '/api/desk/lock', { key: crypto.randomUUID() }).catch(() => undefined);
  reportSignedOut('locked');
}

/** Locks this paired device for the PIN of the person who goes on after `staff`. */
export function handOver(staff: string): void {
  leaving = staff;
  lockDevice();
}

/** Returns the id of the person who has just handed over, only once; null if the device was locked otherwise. */
export function takeLeaving(): string | null {
  const staff = leaving;
  leaving = null;
  return staff;
}
