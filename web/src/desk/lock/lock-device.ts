import { call } from '@/desk/api/client';
import { reportSignedOut } from '@/desk/api/signed-out';

/** Who has just handed over their shift at this device. */
let leaving: string | null = null;

/** Locks this paired device: the server first, and what the page has read is forgotten at once. */
export function lockDevice(): void {
  // Without an answer the server locks by itself; this page shows nothing any more.
  call('post', '/api/desk/lock', { key: crypto.randomUUID() }).catch(() => undefined);
  reportSignedOut('locked');
}

/** Locks this paired device for the PIN of the person who goes on after `staff`. */
export function handOver(staff: string): void {
  leaving = staff;
  lockDevice();
}

/** Who has just handed over, once; null if the device was locked otherwise. */
export function takeLeaving(): string | null {
  const staff = leaving;
  leaving = null;
  return staff;
}
