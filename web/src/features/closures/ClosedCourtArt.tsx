import { useId } from 'react';

const floors = {
  outdoor: { surround: 'fill-surround', floor: 'fill-court', kitchen: 'fill-kitchen' },
  indoor: { surround: 'fill-clay-surround', floor: 'fill-clay', kitchen: 'fill-clay-kitchen' },
};

export interface ClosedCourtArtProps {
  type: 'outdoor' | 'indoor';
  scene: 'rain' | 'closed' | 'play';
  className?: string;
}

/** A court from above, drawn to scale and rotated. Decoration only. */
export function ClosedCourtArt({ type, scene, className = '' }: ClosedCourtArtProps) {
  const id = useId();
  const { surround, floor, kitchen } = floors[type];
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={`${id}fade`} x1="0" y1=".15" x2="1" y2="0">
          <stop offset=".3" stopColor="#fff" stopOpacity="0" />
          <stop offset=".95" stopColor="#fff" />
        </linearGradient>
        <mask id={`${id}mask`} maskUnits="userSpaceOnUse" x="-20" y="-20" width="140" height="140">
          <rect x="-20" y="-20" width="140" height="140" fill={`url(#${id}fade)`} />
        </mask>
        <pattern id={`${id}rain`} width="13" height="19" patternUnits="userSpaceOnUse" patternTransform="rotate(17)">
          <path d="M3 2V7.5M9.5 11.5V15" className="stroke-white" strokeWidth=".55" strokeLinecap="round" />
        </pattern>
      </defs>
      <g mask={`url(#${id}mask)`}>
        <g transform="translate(72 46) rotate(26) scale(1.9)" opacity={scene === 'play' ? 0.7 : 0.5}>
          <rect x="-14" y="-28" width="28" height="56" className={surround} />
          <rect x="-10" y="-22" width="20" height="44" className={floor} />
          <rect x="-10" y="-7" width="20" height="14" className={kitchen} />
          <path
            d="M-10-22H10V22H-10ZM-10-7H10M-10 7H10M0-22V-7M0 7V22"
            fill="none"
            className="stroke-white"
            strokeWidth=".5"
          />
          <path d="M-11.6 0H11.6" className="stroke-net" strokeWidth="1" />
          {scene === 'play' && <circle cx="5" cy="12" r="1.7" className="fill-ball" />}
        </g>
        {scene === 'rain' && <rect width="100" height="100" fill={`url(#${id}rain)`} opacity=".3" />}
      </g>
    </svg>
  );
}
