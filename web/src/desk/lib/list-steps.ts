import { useEffect, useRef } from 'react';

/**
 * The id that comes after (1) or before (-1) `from` in a list. If `from` left the list since, the steps go on from where it stood: `before`
 * is the list in which it was last. At the ends it is `from` itself, and without one the first of the list.
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

/** Steps through a list by its ids, from the chosen one: it keeps its place also when the list changes around it. */
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
