let queued = false;

/** Remembers a tap on "Continue" in the outline of the courts, which cannot act on it. */
export function queueContinue(): void {
  queued = true;
}

/** Whether such a tap waits; true once. */
export function takeQueuedContinue(): boolean {
  const was = queued;
  queued = false;
  return was;
}
