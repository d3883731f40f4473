import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import type { CourtType } from '@/ui/CourtDrawing';
import type { CourtLayout } from '@/ui/CourtPicker';

/** A court at the chosen hour, as the server returns it. */
export interface CourtAnswer {
  court_id: number;
  court_name: string;
  court_type: string;
  available: string;
  price: number;
  number: number;
}

/** A court of the venue, free or not. */
export interface VenueCourt {
  id: number;
  name: string;
  number: number;
  type: CourtType;
  isFree: boolean;
  /** Rupees for the whole court and hour. */
  price: number;
}

/** The courts of one type, in their arrangement. */
export interface CourtGroup {
  type: CourtType;
  courts: VenueCourt[];
  free: number;
  /**
   * Nine outdoor courts are arranged as three rows of three (spec §2), with up to three indoor ones in a column beside
   * them.
   */
  layout: CourtLayout;
}

/** The outdoor and indoor groups that this venue has, in that order. Only "yes" is free (spec §3). */
export function courtGroups(answers: readonly CourtAnswer[]): CourtGroup[] {
  const courts = answers.map((court): VenueCourt => ({
    id: court.court_id,
    name: courtName(court.court_name),
    number: court.number,
    type: courtKind(court.court_type),
    isFree: court.available === 'yes',
    price: court.price,
  }));
  const nine = courts.filter((court) => court.type === 'outdoor').length === 9;
  return (['outdoor', 'indoor'] as const)
    .map((type): CourtGroup => {
      const own = courts.filter((court) => court.type === type).toSorted((a, b) => a.number - b.number);
      const beside = own.length <= 3 ? 'column' : 'rows';
      return {
        type,
        courts: own,
        free: own.filter((court) => court.isFree).length,
        layout: !nine ? 'rows' : type === 'outdoor' ? 'nine' : beside,
      };
    })
    .filter((group) => group.courts.length > 0);
}

/** The court with this id, if the venue has it. */
export function findCourt(groups: readonly CourtGroup[], id: number | undefined): VenueCourt | undefined {
  if (id === undefined) return undefined;
  return groups.flatMap((group) => group.courts).find((court) => court.id === id);
}
