import { useEffect, useRef, useState } from 'react';
import { type Changes, changesBetween, type Watched } from './changes';

/** How long a change is highlighted, in milliseconds. */
const SHOWN_MILLISECONDS = 2_000;
/** Shortest time between two announcements, in milliseconds; changes in between are joined in one sentence. */
const SPOKEN_MILLISECONDS = 5_000;

interface Look {
  scope: string;
  things: readonly Watched[];
}

/**
 * Reports what other players take and free while the screen is shown: `changed` to highlight, `announcement` for screen
 * readers. A new `scope` is not a change, and a thing that changes back before the announcement is not announced.
 */
export function useChanges(
  scope: string,
  things: readonly Watched[] | undefined,
  say: (changes: Changes) => string,
): { changed: ReadonlySet<string | number>; announcement: string } {
  const [changed, setChanged] = useState<ReadonlySet<string | number>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  const seen = useRef<Look | null>(null);
  const told = useRef<Look | null>(null);
  const spokenAt = useRef(0);
  const timers = useRef<{ show?: number | undefined; speak?: number | undefined }>({});

  useEffect(() => {
    if (things === undefined) return;
    const look = { scope, things };
    if (seen.current?.scope !== scope) {
      told.current = look;
      setAnnouncement('');
    }
    const before = seen.current?.scope === scope ? seen.current.things : things;
    seen.current = look;
    const { taken, freed } = changesBetween(before, things);
    if (taken.length + freed.length === 0) return;
    setChanged(new Set([...taken, ...freed].map(({ id }) => id)));
    clearTimeout(timers.current.show);
    timers.current.show = window.setTimeout(() => setChanged(new Set()), SHOWN_MILLISECONDS);
    timers.current.speak ??= window.setTimeout(
      () => {
        timers.current.speak = undefined;
        spokenAt.current = Date.now();
        if (seen.current === null || told.current?.scope !== seen.current.scope) return;
        const all = changesBetween(told.current.things, seen.current.things);
        told.current = seen.current;
        if (all.taken.length + all.freed.length > 0) setAnnouncement(say(all));
      },
      Math.max(500, spokenAt.current + SPOKEN_MILLISECONDS - Date.now()),
    );
  }, [scope, things, say]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      clearTimeout(pending.show);
      clearTimeout(pending.speak);
    };
  }, []);

  return { changed, announcement };
}
