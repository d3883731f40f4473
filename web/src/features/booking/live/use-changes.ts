import { useEffect, useRef, useState } from 'react';
import { changesBetween, type ChangeTexts, describeChanges, type Watched } from './changes';

/** How long a change is highlighted, in milliseconds. */
const HIGHLIGHT_MILLISECONDS = 2_000;
/** Shortest time between two announcements, in milliseconds; changes in between are joined in one announcement. */
const ANNOUNCEMENT_MILLISECONDS = 5_000;
/** Shortest delay of an announcement after its first change, in milliseconds: changes that come together are one. */
const SHORTEST_DELAY_MILLISECONDS = 500;

const NONE: ReadonlySet<string | number> = new Set();

interface Snapshot {
  scope: string;
  things: readonly Watched[];
}

/**
 * Reports what is taken and freed while the screen is shown: `changed` to highlight, `announcement` for screen
 * readers. A new `scope` is not a change, and a thing that changes back before the announcement is not announced.
 */
export function useChanges(
  scope: string,
  things: readonly Watched[] | undefined,
  texts: ChangeTexts,
): { changed: ReadonlySet<string | number>; announcement: string } {
  // With its scope: an hour that changed on one day has the same id on the next day.
  const [changed, setChanged] = useState({ scope, ids: NONE });
  const [announcement, setAnnouncement] = useState('');
  const seen = useRef<Snapshot | null>(null);
  const announced = useRef<Snapshot | null>(null);
  const announcedAt = useRef(0);
  const timers = useRef<{ show?: number | undefined; announce?: number | undefined }>({});

  useEffect(() => {
    if (things === undefined) return;
    const snapshot = { scope, things };
    if (seen.current?.scope !== scope) {
      announced.current = snapshot;
      setAnnouncement('');
    }
    const before = seen.current?.scope === scope ? seen.current.things : things;
    seen.current = snapshot;
    const { taken, freed } = changesBetween(before, things);
    if (taken.length + freed.length === 0) return;
    setChanged({ scope, ids: new Set([...taken, ...freed].map(({ id }) => id)) });
    clearTimeout(timers.current.show);
    timers.current.show = window.setTimeout(() => setChanged({ scope, ids: NONE }), HIGHLIGHT_MILLISECONDS);
    timers.current.announce ??= window.setTimeout(
      () => {
        timers.current.announce = undefined;
        announcedAt.current = Date.now();
        if (seen.current === null || announced.current?.scope !== seen.current.scope) return;
        const all = changesBetween(announced.current.things, seen.current.things);
        announced.current = seen.current;
        if (all.taken.length + all.freed.length > 0) setAnnouncement(describeChanges(all, texts));
      },
      Math.max(SHORTEST_DELAY_MILLISECONDS, announcedAt.current + ANNOUNCEMENT_MILLISECONDS - Date.now()),
    );
  }, [scope, things, texts]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      clearTimeout(pending.show);
      clearTimeout(pending.announce);
    };
  }, []);

  return { changed: changed.scope === scope ? changed.ids : NONE, announcement };
}
