import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Row } from './day-rows';

/** How long a change is marked, in milliseconds: a little longer than the ring of `changed` in theme.css. */
const RING_MILLISECONDS = 1_700;

/**
 * The keys of the rows that are new or were changed by others since the last answer, to be ringed once. `list` names the
 * list that is shown: another day or venue is not a change. `isOwn` says whether the person who is signed in made a row.
 */
export function useRowChanges(list: string, rows: readonly Row[], isOwn: (row: Row) => boolean): ReadonlySet<string> {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const seen = useRef<{ list: string; contents: ReadonlyMap<string, string> } | null>(null);
  const timer = useRef<number>(undefined);

  const compare = useEffectEvent(() => {
    const before = seen.current;
    const contents = new Map(rows.map((row) => [row.key, JSON.stringify(row)]));
    seen.current = { list, contents };
    if (before === null || before.list !== list) return;
    const differing = rows.filter((row) => before.contents.get(row.key) !== contents.get(row.key) && !isOwn(row));
    if (differing.length === 0) return;
    setChanged(new Set(differing.map(({ key }) => key)));
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setChanged(new Set()), RING_MILLISECONDS);
  });
  useEffect(() => compare(), [list, rows]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return changed;
}
