import { CourtDrawing } from '@/ui/CourtDrawing';
import { locationTexts } from '../texts';

/** Courts drawn at most; the text counts all of them. */
const MOST_DRAWN = 12;

/** The number of courts of each type: drawn small, in the colours of the types, and as text. */
export function CourtCounts({ outdoor, indoor }: { outdoor: number; indoor: number }) {
  const types = [
    ...Array.from({ length: outdoor }, () => 'outdoor' as const),
    ...Array.from({ length: indoor }, () => 'indoor' as const),
  ].slice(0, MOST_DRAWN);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span aria-hidden="true" className="flex gap-0.5 sm:gap-0.75">
        {types.map((type, at) => (
          // The drawings have no identity but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <CourtDrawing key={at} type={type} className="w-2 sm:w-3" />
        ))}
      </span>
      <span className="figures text-small font-semibold text-quiet">
        {[outdoor > 0 && locationTexts.outdoor(outdoor), indoor > 0 && locationTexts.indoor(indoor)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}
