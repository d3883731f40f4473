import type { Ownership } from '@/api/own-courts';
import { rupees } from '@/lib/money';
import { clockText } from '@/lib/server-clock';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { CourtPicker } from '@/ui/CourtPicker';
import { courtTexts } from '../texts';
import type { CourtGroup, VenueCourt } from './court-groups';

/** If no group has more courts than this, they are drawn larger. */
const FEW = 4;

export interface CourtMapProps {
  groups: readonly CourtGroup[];
  chosen: number | undefined;
  /** Courts that have just been taken or freed. */
  changed: ReadonlySet<string | number>;
  /** Whether the player holds or has booked a court. */
  ownership: (court: number) => Ownership | undefined;
  onChoose: (court: VenueCourt) => void;
}

/** The venue's courts by type. */
export function CourtMap({ groups, chosen, changed, ownership, onChoose }: CourtMapProps) {
  const beside = groups.some((group) => group.layout === 'column');
  // All groups are drawn at one scale.
  const hasFewCourts = groups.every((group) => group.courts.length <= FEW);

  return (
    <div
      className={
        beside
          ? 'grid grid-cols-[calc((100%-2.25rem)*0.75+1.25rem)_minmax(0,1fr)] gap-x-4 md:grid-cols-2 md:gap-x-10'
          : 'grid grid-cols-1 gap-8'
      }
    >
      {groups.map((group) => {
        // Groups side by side have no space for the price in their heading.
        const price = beside ? null : commonPrice(group);
        return (
          <CourtPicker
            key={group.type}
            title={group.type === 'outdoor' ? courtTexts.outdoor : courtTexts.indoor}
            name={
              group.type === 'outdoor'
                ? courtTexts.outdoorGroup(group.free, group.courts.length)
                : courtTexts.indoorGroup(group.free, group.courts.length)
            }
            hint={[courtTexts.freeOf(group.free, group.courts.length), ...(price === null ? [] : [rupees(price)])].join(
              ' · ',
            )}
            layout={group.layout}
            hasFewCourts={hasFewCourts}
            courts={group.courts.map((court) => ({
              ...(ownPictureOf(court, ownership(court.id)) ?? pictureOf(court, court.id === chosen, price === null)),
              isChanged: changed.has(court.id),
            }))}
            onSelect={(id) => {
              const court = group.courts.find((c) => c.id === id);
              if (court) onChoose(court);
            }}
          />
        );
      })}
    </div>
  );
}

/** The price of all courts of a group, shown once; null if prices differ and each court shows its own. */
function commonPrice(group: CourtGroup): number | null {
  const prices = new Set(group.courts.map((court) => court.price));
  return prices.size === 1 ? (group.courts[0]?.price ?? null) : null;
}

/** The picture of a court that the player holds or has booked; null for any other. */
function ownPictureOf(court: VenueCourt, ownership: Ownership | undefined) {
  if (ownership === undefined) return null;
  const type = courtTexts.typeLabels[court.type];
  const own = { id: court.id, number: court.number, type: court.type, state: ownership.kind, word: courtTexts.yours };
  if (ownership.kind === 'booked') {
    return { ...own, note: courtTexts.booked, name: courtTexts.bookedCourtLabel(court.name, type) };
  }
  const { endsAt, isBeingPaid } = ownership.court;
  return isBeingPaid
    ? { ...own, note: courtTexts.paying, name: courtTexts.payingCourtLabel(court.name, type) }
    : { ...own, note: <TimeLeft endsAt={endsAt} />, name: <HeldName court={court.name} type={type} endsAt={endsAt} /> };
}

function TimeLeft({ endsAt }: { endsAt: number }) {
  return clockText(useSecondsLeft(endsAt) * 1000);
}

function HeldName({ court, type, endsAt }: { court: string; type: string; endsAt: number }) {
  // In whole minutes: a name that changed each second would be read anew by a screen reader.
  return courtTexts.heldCourtLabel(court, type, Math.ceil(useSecondsLeft(endsAt) / 60));
}

function pictureOf(court: VenueCourt, isSelected: boolean, isPriced: boolean) {
  const state = isSelected ? ('selected' as const) : court.isFree ? ('free' as const) : ('taken' as const);
  const type = courtTexts.typeLabels[court.type];
  const price = rupees(court.price);
  return {
    id: court.id,
    number: court.number,
    type: court.type,
    state,
    word: courtTexts.state[state],
    name: courtTexts.courtLabel(court.name, type, courtTexts.stateLabels[state], state === 'taken' ? null : price),
    ...(isPriced ? { note: price } : {}),
  };
}
