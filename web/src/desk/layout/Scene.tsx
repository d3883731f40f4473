import { CourtDrawing } from '@/ui/CourtDrawing';

const COURTS = 12;
/** The first indoor court, counted from 0. */
const INDOOR_FROM = 9;

/** Draws a venue's courts from above, as decoration. */
export function Scene() {
  return (
    <div aria-hidden="true" className="scheme-dark relative hidden min-h-0 overflow-hidden bg-deep min-[56rem]:block">
      <div className="absolute top-1/2 left-1/2 grid w-[46rem] -translate-x-1/2 -translate-y-1/2 rotate-8 grid-cols-4 gap-7">
        {Array.from({ length: COURTS }, (_, index) => (
          <CourtDrawing
            key={index}
            number={index + 1}
            type={index < INDOOR_FROM ? 'outdoor' : 'indoor'}
            className="w-full"
          />
        ))}
      </div>
    </div>
  );
}
