import type { CourtType } from './CourtDrawing';

const paints = {
  outdoor: {
    surround: 'fill-surround',
    floor: 'fill-court',
    kitchen: 'fill-kitchen',
    number: 'fill-white stroke-court',
  },
  indoor: {
    surround: 'fill-clay-surround',
    floor: 'fill-clay',
    kitchen: 'fill-clay-kitchen',
    number: 'fill-white stroke-clay-surround',
  },
};

export interface CourtTileProps {
  number: number | string;
  type: CourtType;
  className?: string;
}

/** A small court lying on its side, to scale, with its number: the head of a row. Decoration: text is beside it. */
export function CourtTile({ number, type, className = '' }: CourtTileProps) {
  const paint = paints[type];
  return (
    <svg viewBox="0 0 52 28" aria-hidden="true" className={`block ${className}`}>
      <rect width="52" height="28" rx="5.5" className={paint.surround} />
      <rect x="4" y="4" width="44" height="20" className={paint.floor} />
      <rect x="19" y="4" width="14" height="20" className={paint.kitchen} />
      <path d="M4 4H48V24H4ZM19 4V24M33 4V24M4 14H19M33 14H48" fill="none" className="stroke-white" strokeWidth=".8" />
      <path d="M26 2.2V25.8" className="stroke-net" strokeWidth="1.3" />
      <text
        x="26"
        y="21.2"
        textAnchor="middle"
        fontSize="21"
        strokeWidth="5.5"
        paintOrder="stroke"
        strokeLinejoin="round"
        className={`display ${paint.number}`}
      >
        {number}
      </text>
    </svg>
  );
}
