import { useEffect, useRef } from 'react';

/**
 * The id after (1) or before (-1) `from` in a list: at an end `from` itself, and the first id if `from` is undefined or in
 * neither list. If `from` has left the list, its place in `before` counts, which is the last list that held it, and at an end the
 * id is the last or the first of the list. Undefined if the list is empty.
 */
export function neighbourOf(
  ids: readonly string[],
  before: readonly string[],
  from: string | undefined,
  by: 1 | -1,
): string | undefined {
  const list = from !== undefined && ids.includes(from) ? ids : before;
  const at = from === undefined ? -1 : list.indexOf(from);
  if (at === -1) return ids[0];
  const way = by === 1 ? list.slice(at + 1) : list.slice(0, at).toReversed();
  const found = way.find((id) => ids.includes(id));
  if (found !== undefined) return found;
  return from !== undefined && ids.includes(from) ? from : ids[by === 1 ? ids.length - 1 : 0];
}

/** Finds the neighbours of an id in a list; the chosen id keeps its place after it has left the list. */
export function useListSteps(
  ids: readonly string[],
  chosen: string | undefined,
): (from: string | undefined, by: 1 | -1) => string | undefined {
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (chosen !== undefined && ids.includes(chosen)) before.current = ids;
  });
  return (from, by) => neighbourOf(ids, before.current, from, by);
}
