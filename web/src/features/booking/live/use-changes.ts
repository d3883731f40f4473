import { useEffect, useRef, useState } from 'react';
import { type Changes, changesBetween, type Watched } from './changes';

/** So long a change is shown as one, in milliseconds. */
const SHOWN_MILLISECONDS = 2_000;
/** Changes are read aloud at most so often, what came together in one sentence. */
const SPOKEN_MILLISECONDS = 5_000;

interface Look {
  scope: string;
  things: readonly Watched[];
}

/**
 * Notices what others take and free while a player looks on: `changed` for the eye, `words` for the ear. Other things (a
 * new `scope`) are no change, and what came back before it was spoken of is not worth a word.
 */
export function useChanges(
  scope: string,
  things: readonly Watched[] | undefined,
  say: (changes: Changes) => string,
): { changed: ReadonlySet<string | number>; words: string } {
  const [changed, setChanged] = useState<ReadonlySet<string | number>>(new Set());
  const [words, setWords] = useState('');
  const seen = useRef<Look | null>(null);
  const told = useRef<Look | null>(null);
  const spokenAt = useRef(0);
  const timers = useRef<{ show?: number | undefined; speak?: number | undefined }>({});

  useEffect(() => {
    if (things === undefined) return;
    const look = { scope, things };
    if (seen.current?.scope !== scope) {
      told.current = look;
      setWords('');
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
        if (all.taken.length + all.freed.length > 0) setWords(say(all));
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

  return { changed, words };
}
