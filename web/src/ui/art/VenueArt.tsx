import { floor, polygon, project } from './perspective';

const to = project({ eye: [-14, -40, 46], target: [40, 26, 0], zoom: 420, centre: [200, 122] });
const COURTS = [0, 30, 60] as const;

const lines = COURTS.map((x) =>
  [
    floor(to, x, 0, 20, 0.5),
    floor(to, x, 43.5, 20, 0.5),
    floor(to, x, 0, 0.5, 44),
    floor(to, x + 19.5, 0, 0.5, 44),
    floor(to, x, 14.5, 20, 0.5),
    floor(to, x, 29, 20, 0.5),
    floor(to, x + 9.75, 0, 0.5, 15),
    floor(to, x + 9.75, 29, 0.5, 15),
  ].join(''),
).join('');

/** Three courts side by side: a venue. */
export function VenueArt({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 225" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <path d="M0 0H400V225H0Z" className="fill-surround" />
      {COURTS.map((x) => (
        <g key={x}>
          <path d={floor(to, x, 0, 20, 44)} className={x === 60 ? 'fill-clay' : 'fill-court'} />
          <path d={floor(to, x, 15, 20, 14)} className={x === 60 ? 'fill-clay-kitchen' : 'fill-kitchen'} />
        </g>
      ))}
      <path d={lines} className="fill-white" />
      {COURTS.map((x) => (
        <g key={x}>
          <path
            d={polygon(to, [
              [x - 1, 22, 3],
              [x + 21, 22, 3],
              [x + 21, 22, 0],
              [x - 1, 22, 0],
            ])}
            className="fill-deep"
            opacity=".42"
          />
          <path
            d={polygon(to, [
              [x - 1, 22, 3],
              [x + 21, 22, 3],
              [x + 21, 22, 2.5],
              [x - 1, 22, 2.5],
            ])}
            className="fill-white"
          />
        </g>
      ))}
    </svg>
  );
}
