/** Something that is free or not, under a name that players know: a court, an hour. */
export interface Watched {
  id: string | number;
  name: string;
  isFree: boolean;
}

/** The differences between two lists of the same things. */
export interface Changes {
  taken: Watched[];
  freed: Watched[];
}

/** The sentences of a screen about what is no longer free and what is free again; `names` are joined by commas. */
export interface ChangeTexts {
  taken: (names: string) => string;
  freed: (names: string, count: number) => string;
}

/** What is no longer free and what is free again, as text for screen readers. */
export function describeChanges({ taken, freed }: Changes, texts: ChangeTexts): string {
  const names = (things: readonly Watched[]) => things.map(({ name }) => name).join(', ');
  return [
    ...(taken.length === 0 ? [] : [texts.taken(names(taken))]),
    ...(freed.length === 0 ? [] : [texts.freed(names(freed), freed.length)]),
  ].join(' ');
}

/** Compares the things in both lists; added and removed ones do not count as changes. */
export function changesBetween(before: readonly Watched[], now: readonly Watched[]): Changes {
  const was = new Map(before.map(({ id, isFree }) => [id, isFree]));
  return {
    taken: now.filter(({ id, isFree }) => !isFree && was.get(id) === true),
    freed: now.filter(({ id, isFree }) => isFree && was.get(id) === false),
  };
}
