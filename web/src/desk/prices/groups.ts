import { courtName } from '@/lib/court-name';
import type { Prices } from './prices';
import { pricesTexts } from './texts';

/** Courts that are painted together. */
export interface Group {
  /** In the address: `outdoor`, `indoor`, `all`, or the id of a court. */
  key: string;
  name: string;
  courts: number[];
  kind: 'all' | 'outdoor' | 'indoor' | 'court';
}

/** The groups of a venue: outdoor and indoor where it has both, else all; then each court, if there are several. */
export function groupsOf({ courts }: Pick<Prices, 'courts'>): Group[] {
  const ids = (isIndoor: boolean) => courts.filter((court) => court.is_indoor === isIndoor).map(({ id }) => id);
  const [outdoor, indoor] = [ids(false), ids(true)];
  const wide: Group[] =
    outdoor.length > 0 && indoor.length > 0
      ? [
          { key: 'outdoor', kind: 'outdoor', name: pricesTexts.outdoor(outdoor.length), courts: outdoor },
          { key: 'indoor', kind: 'indoor', name: pricesTexts.indoor(indoor.length), courts: indoor },
        ]
      : [{ key: 'all', kind: 'all', name: pricesTexts.all(courts.length), courts: courts.map(({ id }) => id) }];
  const single = courts.map(({ id, name }): Group => ({
    key: String(id),
    kind: 'court',
    name: courtName(name),
    courts: [id],
  }));
  return courts.length === 1 ? wide : [...wide, ...single];
}

/** The courts of a change: the name of their group if they are one, else their names. */
export function courtsText(ids: readonly number[], groups: readonly Group[], total: number): string {
  if (ids.length === total) return pricesTexts.all(total);
  const group = groups.find(({ courts }) => courts.length === ids.length && courts.every((id) => ids.includes(id)));
  if (group !== undefined) return group.name;
  return ids.map((id) => groups.find(({ key }) => key === String(id))?.name ?? '').join(', ');
}
