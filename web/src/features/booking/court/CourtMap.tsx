import { useRef, type KeyboardEvent } from 'react';
import { rupees } from '@/lib/money';
import { CourtPicker } from '@/ui/CourtPicker';
import { courtTexts } from '../texts';
import type { CourtGroup, VenueCourt } from './court-groups';
import { isWalkKey, walk } from './walk-courts';

export interface CourtMapProps {
  groups: readonly CourtGroup[];
  chosen: number | undefined;
  onChoose: (court: VenueCourt) => void;
}

/** The venue's courts, outdoor and indoor, as they lie. Arrow keys walk over the free ones. */
export function CourtMap({ groups, chosen, onChoose }: CourtMapProps) {
  const map = useRef<HTMLDivElement>(null);
  const courts = groups.flatMap((group) => group.courts);
  const priced = new Set(courts.map((court) => court.price)).size > 1;
  const nine = groups.some((group) => group.layout === 'nine');

  function onKeyDown(event: KeyboardEvent) {
    if (!isWalkKey(event.key) || !map.current) return;
    const buttons = [...map.current.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    const places = buttons.map((button) => button.getBoundingClientRect());
    buttons[walk(places, at, event.key)]?.focus();
  }

  return (
    // The buttons take the focus; the map only listens to the arrow keys on their way up.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={map}
      onKeyDown={onKeyDown}
      className={nine ? 'grid gap-8 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)] md:gap-12' : 'grid gap-8'}
    >
      {groups.map((group) => (
        <CourtPicker
          key={group.type}
          title={group.type === 'outdoor' ? courtTexts.outdoor : courtTexts.indoor}
          name={
            group.type === 'outdoor'
              ? courtTexts.outdoorGroup(group.free, group.courts.length)
              : courtTexts.indoorGroup(group.free, group.courts.length)
          }
          hint={courtTexts.freeOf(group.free, group.courts.length)}
          layout={group.layout}
          courts={group.courts.map((court) => pictureOf(court, court.id === chosen, priced))}
          onSelect={(id) => {
            const court = group.courts.find((c) => c.id === id);
            if (court) onChoose(court);
          }}
        />
      ))}
    </div>
  );
}

function pictureOf(court: VenueCourt, selected: boolean, priced: boolean) {
  const state = selected ? ('selected' as const) : court.free ? ('free' as const) : ('taken' as const);
  const type = courtTexts.typeSpoken[court.type];
  const price = rupees(court.price);
  return {
    id: court.id,
    number: court.number,
    type: court.type,
    state,
    word: courtTexts.state[state],
    name: courtTexts.spoken(court.name, type, courtTexts.stateSpoken[state], state === 'taken' ? null : price),
    ...(priced ? { price } : {}),
  };
}
