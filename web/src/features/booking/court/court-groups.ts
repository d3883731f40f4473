import type { CourtType } from '@/ui/CourtDrawing';

/** A court at the chosen hour, as the server tells it. */
export interface CourtAnswer {
  court_id: number;
  court_name: string;
  court_type: string;
  available: string;
  price: number;
  number: number;
}

/** A court that can be chosen, or not. */
export interface VenueCourt {
  id: number;
  name: string;
  number: number;
  type: CourtType;
  free: boolean;
  /** Rupees for the whole court and hour. */
  price: number;
}

/** The courts of one type, as they lie beside each other. */
export interface CourtGroup {
  type: CourtType;
  courts: VenueCourt[];
  free: number;
  /** `nine`: three rows of three, as nine outdoor courts are built (spec §2). */
  layout: 'rows' | 'nine';
}

/** The outdoor and indoor groups that this venue has, in that order. Only "yes" is free (spec §3). */
export function courtGroups(answers: readonly CourtAnswer[]): CourtGroup[] {
  const courts = answers.map(
    (court): VenueCourt => ({
      id: court.court_id,
      name: court.court_name,
      number: court.number,
      type: court.court_type === 'INDOOR' ? 'indoor' : 'outdoor',
      free: court.available === 'yes',
      price: court.price,
    }),
  );
  return (['outdoor', 'indoor'] as const)
    .map((type): CourtGroup => {
      const own = courts.filter((court) => court.type === type).toSorted((a, b) => a.number - b.number);
      return {
        type,
        courts: own,
        free: own.filter((court) => court.free).length,
        layout: type === 'outdoor' && own.length === 9 ? 'nine' : 'rows',
      };
    })
    .filter((group) => group.courts.length > 0);
}

/** The court of the address, if the venue has it. */
export function findCourt(groups: readonly CourtGroup[], id: number | undefined): VenueCourt | undefined {
  if (id === undefined) return undefined;
  return groups.flatMap((group) => group.courts).find((court) => court.id === id);
}
