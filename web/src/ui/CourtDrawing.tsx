/** The colour of the floor shows the type, unless the court is selected or taken. */
export type CourtType = 'outdoor' | 'indoor';
/** Available, selected, unavailable as in the specification; `held` and `booked` are the player's own courts. */
export type CourtState = 'free' | 'selected' | 'taken' | 'held' | 'booked';

const paints = {
  outdoor: {
    surround: 'fill-surround',
    floor: 'fill-court',
    kitchen: 'fill-kitchen',
    line: 'stroke-white',
    net: 'stroke-net',
    post: 'fill-net',
    number: 'fill-white stroke-court',
  },
  indoor: {
    surround: 'fill-clay-surround',
    floor: 'fill-clay',
    kitchen: 'fill-clay-kitchen',
    line: 'stroke-white',
    net: 'stroke-net',
    post: 'fill-net',
    number: 'fill-white stroke-clay',
  },
  selected: {
    surround: 'fill-ball',
    floor: 'fill-deep',
    kitchen: 'fill-chosen-kitchen',
    line: 'stroke-white',
    net: 'stroke-ball',
    post: 'fill-deep',
    number: 'fill-ball stroke-deep',
  },
  taken: {
    surround: 'fill-drained-surround',
    floor: 'fill-drained',
    kitchen: 'fill-drained-kitchen',
    line: 'stroke-drained-line',
    net: 'stroke-drained-ink',
    post: 'fill-drained-ink',
    number: 'fill-drained-ink stroke-drained',
  },
};

/** The player's own courts keep the colours of their floor, on the deep surround and with the notches of a pass. */
const own = { surround: 'fill-deep stroke-ball', net: 'stroke-ball', number: 'fill-ball stroke-deep' };
const TICKET =
  'M3.6.5H22.4A3.1 3.1 0 0 1 25.5 3.6V23.2A2.8 2.8 0 0 0 25.5 28.8V48.4A3.1 3.1 0 0 1 22.4 51.5H3.6A3.1 3.1 0 0 1 .5 48.4V28.8A2.8 2.8 0 0 0 .5 23.2V3.6A3.1 3.1 0 0 1 3.6.5Z';

// Lengths in feet. The court is 20 × 44 with the net at 22 and the kitchen 7 on each side of it; the surround is 3
// and 4 wide.
const WIDTH = 20;
const LENGTH = 44;
const LINES = 'M0 15H20M0 29H20M10 0V15M10 29V44';
const HATCH = Array.from({ length: 10 }, (_, i) => (i + 0.75) * 6.2)
  .map(
    (sum) =>
      `M${Math.max(0, sum - LENGTH)} ${Math.min(sum, LENGTH)}L${Math.min(sum, WIDTH)} ${Math.max(0, sum - WIDTH)}`,
  )
  .join('');

/** The sign in the ball at the corner: a tick, the hands of a clock, or a player. */
const SIGNS = {
  selected: 'M19.2 5.5l1.3 1.3 2.4-2.6',
  held: 'M21 3.1V5.5L22.6 6.5',
  booked: 'M20.1 4.2a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0M19 7.6a2 1.5 0 0 1 4 0',
};

export interface CourtDrawingProps {
  number?: number | string;
  type: CourtType;
  state?: CourtState;
  className?: string;
}

/** A court to scale, seen from above. Decoration, hidden from screen readers. */
export function CourtDrawing({ number, type, state = 'free', className = '' }: CourtDrawingProps) {
  const isOwn = state === 'held' || state === 'booked';
  const paint = state === 'selected' || state === 'taken' ? paints[state] : { ...paints[type], ...(isOwn && own) };
  return (
    <svg
      viewBox="0 0 26 52"
      aria-hidden="true"
      className={`block **:transition-[fill,stroke] **:duration-300 ${className}`}
    >
      {isOwn ? (
        <path d={TICKET} className={paint.surround} strokeDasharray={state === 'held' ? '2.4 1.5' : undefined} />
      ) : (
        <rect width="26" height="52" rx="3.2" className={paint.surround} />
      )}
      <g transform="translate(3 4)">
        <rect width={WIDTH} height={LENGTH} className={paint.floor} />
        <rect y="15" width={WIDTH} height="14" className={paint.kitchen} />
        {state === 'taken' && <path d={HATCH} className="stroke-drained-line" strokeWidth=".45" opacity=".8" />}
        <g fill="none" className={paint.line} strokeWidth=".45">
          <rect width={WIDTH} height={LENGTH} />
          <path d={LINES} />
        </g>
        <path d={isOwn ? 'M0 22H20' : 'M-1.4 22H21.4'} className={paint.net} strokeWidth=".75" />
        {!isOwn && <circle cx="-1.4" cy="22" r=".75" className={paint.post} />}
        {!isOwn && <circle cx="21.4" cy="22" r=".75" className={paint.post} />}
        {number !== undefined && (
          <text
            x="10"
            y="40.4"
            textAnchor="middle"
            fontSize="11.5"
            strokeWidth="2"
            paintOrder="stroke"
            strokeLinejoin="round"
            className={`display ${paint.number}`}
          >
            {number}
          </text>
        )}
      </g>
      {state in SIGNS && (
        <g className={state === 'selected' ? 'animate-bounce-in' : ''}>
          <circle cx="21" cy="5.4" r="3.9" className="fill-ball" />
          <path
            d={SIGNS[state as keyof typeof SIGNS]}
            fill="none"
            className="stroke-ball-ink"
            strokeWidth="1"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      )}
    </svg>
  );
}
