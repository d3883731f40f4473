import { useEffect } from 'react';
import { connectionNow } from '@/lib/online';
import { call } from '@/desk/api/client';
import { lockDevice } from '@/desk/api/lock-device';
import { storedTouch, storeTouch } from '@/desk/lib/device-touch';

/** How often a touch is reported while a person works, in milliseconds. */
const REPORT_MILLISECONDS = 30_000;
/**
 * How long after the last touch the page locks while the server does not answer, in milliseconds. Without the server the
 * page cannot be unlocked, so it stays open for the clerk's work. The server locks the session by itself.
 */
const OFFLINE_MILLISECONDS = 4 * 60 * 60_000;
/** How often the page checks whether it has to report or to lock, in milliseconds. */
const CHECK_MILLISECONDS = 1_000;

/**
 * On a paired device: reports that a person touches it, and locks the page after `lockSeconds` without a touch, as the
 * server does. While the server answers, opening the page counts as a touch here, not at the server: it would have refused a
 * locked session. Without it only a person's touch counts, as long as one is stored. `lockSeconds` is null elsewhere.
 */
export function useDeviceLock(lockSeconds: number | null): void {
  useEffect(() => {
    if (lockSeconds === null) return;
    let openedAt = Date.now();
    const stored = storedTouch();
    const isKnown = stored > 0 && stored <= openedAt;
    // A page that is opened again goes on with the last touch; otherwise each reload would begin the time without a network anew.
    let touchedAt = isKnown ? stored : openedAt;
    let reportedAt = touchedAt;
    let hasReported = false;
    if (!isKnown) storeTouch(touchedAt);
    const check = () => {
      const now = Date.now();
      // The clock of the device was set back, so it is not known how long ago the last touch was. It counts as one now.
      if (openedAt > now || touchedAt > now || reportedAt > now) {
        openedAt = now;
        touchedAt = now;
        reportedAt = 0;
      }
      // A touch in another tab of this device counts as well.
      const elsewhere = storedTouch();
      const newest = elsewhere > now ? touchedAt : Math.max(touchedAt, elsewhere);
      const isOver =
        connectionNow() === 'open'
          ? now - Math.max(newest, openedAt) >= lockSeconds * 1_000
          : now - newest >= OFFLINE_MILLISECONDS;
      if (isOver) lockDevice();
      // The first touch is reported at once: the last one that the server knows may be from long before this page was loaded.
      else if (touchedAt > reportedAt && (!hasReported || now - reportedAt >= REPORT_MILLISECONDS)) {
        reportedAt = now;
        hasReported = true;
        storeTouch(reportedAt);
        call('post', '/api/desk/me/touch', { key: crypto.randomUUID() }).catch(() => undefined);
      }
    };
    const onTouch = () => {
      // The device may have slept past the limit: then it locks before the touch counts.
      check();
      touchedAt = Date.now();
    };
    // The first check comes once the whole page listens for the lock.
    const first = setTimeout(check, 0);
    const timer = setInterval(check, CHECK_MILLISECONDS);
    // A screen reader or a voice control may press a button by a `click` alone, and dictated text comes by an `input` alone.
    const events = ['pointerdown', 'keydown', 'wheel', 'click', 'input'] as const;
    for (const name of events) document.addEventListener(name, onTouch, { capture: true, passive: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      for (const name of events) document.removeEventListener(name, onTouch, { capture: true });
      document.removeEventListener('visibilitychange', check);
    };
  }, [lockSeconds]);
}
