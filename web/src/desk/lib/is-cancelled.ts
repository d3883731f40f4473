/** Whether a booking with this status was cancelled, also if its money has not gone back yet. */
export function isCancelled(status: string): boolean {
  return status === 'cancelled' || status === 'cancel_requested';
}
