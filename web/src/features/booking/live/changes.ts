/** Something that is free or not, under a name that players know: a court, an hour. */
export interface Watched {
  id: string | number;
  name: string;
  free: boolean;
}

/** What has changed between two looks at the same things. */
export interface Changes {
  taken: Watched[];
  freed: Watched[];
}

/** Compares what was there both times; what is new or gone has not changed. */
export function changesBetween(before: readonly Watched[], now: readonly Watched[]): Changes {
  const was = new Map(before.map(({ id, free }) => [id, free]));
  return {
    taken: now.filter(({ id, free }) => !free && was.get(id) === true),
    freed: now.filter(({ id, free }) => free && was.get(id) === false),
  };
}
