import { useEffect } from 'react';
import { connectionNow } from '@/lib/online';
import { readStored, writeStored } from '@/lib/storage';
import { call } from '@/desk/api/client';
import { lockDevice } from '@/desk/api/lock-device';

/** How often a touch is reported while a person works, in milliseconds. */
const REPORT_MILLISECONDS = 30_000;
/**
 * How long after the last touch the page locks while the server does not answer, in milliseconds. Without the server the
 * page cannot be unlocked, so it stays open for the clerk's work. The server has locked the session by then, and asks
 * for the PIN before it answers again.
 */
const OFFLINE_MILLISECONDS = 4 * 60 * 60_000;
/** How often the page checks whether it has to report or to lock, in milliseconds. */
const CHECK_MILLISECONDS = 1_000;

/**
 * On a paired device: reports that a person touches it, and locks the page after `lockSeconds` without a touch, as the
 * server does. Opening the page counts as a touch here, not at the server. `lockSeconds` is null elsewhere.
 */
export function useDeviceLock(lockSeconds: number | null): void {
  useEffect(() => {
    if (lockSeconds === null) return;
    let touchedAt = Date.now();
    let reportedAt = touchedAt;
    let hasReported = false;
    writeStored('desk_touched', String(touchedAt));
    const check = () => {
      const now = Date.now();
      // The clock of the device was set back, so it is not known how long ago the last touch was. It counts as one now.
      if (touchedAt > now || reportedAt > now) {
        touchedAt = now;
        reportedAt = 0;
      }
      // A touch in another tab of this device counts as well.
      const elsewhere = Number(readStored('desk_touched')) || 0;
      const newest = elsewhere > now ? touchedAt : Math.max(touchedAt, elsewhere);
      const limit = connectionNow() === 'open' ? lockSeconds * 1_000 : OFFLINE_MILLISECONDS;
      if (now - newest >= limit) lockDevice();
      // The first touch is reported at once: the last one that the server knows may be from long before this page was loaded.
      else if (touchedAt > reportedAt && (!hasReported || now - reportedAt >= REPORT_MILLISECONDS)) {
        reportedAt = now;
        hasReported = true;
        writeStored('desk_touched', String(reportedAt));
        call('post', '/api/desk/me/touch', { key: crypto.randomUUID() }).catch(() => undefined);
      }
    };
    const onTouch = () => {
      // The device may have slept past the limit: then it locks before the touch counts.
      check();
      touchedAt = Date.now();
    };
    const timer = setInterval(check, CHECK_MILLISECONDS);
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of events) document.addEventListener(name, onTouch, { capture: true, passive: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const name of events) document.removeEventListener(name, onTouch, { capture: true });
      document.removeEventListener('visibilitychange', check);
    };
  }, [lockSeconds]);
}
