/** Something that is free or not, under a name that players know: a court, an hour. */
export interface Watched {
  id: string | number;
  name: string;
  free: boolean;
}

/** The differences between two lists of the same things. */
export interface Changes {
  taken: Watched[];
  freed: Watched[];
}

/** Compares the things in both lists; added and removed ones do not count as changes. */
export function changesBetween(before: readonly Watched[], now: readonly Watched[]): Changes {
  const was = new Map(before.map(({ id, free }) => [id, free]));
  return {
    taken: now.filter(({ id, free }) => !free && was.get(id) === true),
    freed: now.filter(({ id, free }) => free && was.get(id) === false),
  };
}
