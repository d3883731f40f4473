import { floor, polygon, project, type Point } from './perspective';

const to = project({ eye: [-9, -17, 23], target: [11.5, 18, 0], zoom: 1250, centre: [500, 470] });

// Lines are two inches wide on a court; here three, so that they hold up on a phone.
const LINE = 0.26;
const lines = [
  floor(to, 0, 0, 20, LINE),
  floor(to, 0, 44 - LINE, 20, LINE),
  floor(to, 0, 0, LINE, 44),
  floor(to, 20 - LINE, 0, LINE, 44),
  floor(to, 0, 15 - LINE, 20, LINE),
  floor(to, 0, 29, 20, LINE),
  floor(to, 10 - LINE / 2, 0, LINE, 15),
  floor(to, 10 - LINE / 2, 29, LINE, 15),
].join('');

// The net hangs two inches lower in the middle; the posts stand a foot outside the lines.
const POSTS = [-1, 21] as const;
const top = Array.from({ length: 12 }, (_, i): Point => {
  const x = -1 + (i * 22) / 11;
  return [x, 22, 2.83 + 0.17 * ((x - 10) / 11) ** 2];
});
const net = polygon(to, [...top, [21, 22, 0.1], [-1, 22, 0.1]]);
const tape = polygon(to, [...top, ...top.map(([x, y, z = 0]): Point => [x, y, z - 0.3]).reverse()]);
const shadowOfNet = polygon(to, [[-1, 22], [21, 22], [22, 23.2], [0, 23.2]]);
const mesh = Array.from({ length: 43 }, (_, i) => {
  const x = -0.8 + (i * 21.6) / 42;
  const [a, b] = [to([x, 22, 2.7]), to([x, 22, 0.1])];
  return `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
})
  .concat(
    [0.55, 1, 1.45, 1.9, 2.35].map((z) => {
      const [a, b] = [to([-1, 22, z]), to([21, 22, z])];
      return `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
    }),
  )
  .join('');

// A dink: from the far kitchen over the net, one bounce, and up to where the ball is drawn.
const flight = Array.from({ length: 15 }, (_, i): Point => {
  const t = i / 14;
  return [8 + 5.2 * t, 33 - 17.5 * t, 4.2 + 7 * t - 11.2 * t * t];
});
const bounce = Array.from({ length: 8 }, (_, i): Point => {
  const t = i / 7;
  return [13.2 + 1.8 * t, 15.5 - 5.5 * t, 8.2 * t - 3.4 * t * t];
});
const ball = to([15, 10, 4.8]);
const ballShadow = to([15.2, 10.1, 0]);

/** The home page's picture: an outdoor court to scale, seen from behind its near corner, with a ball in play. */
export function HeroCourt({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 1000 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <path d={floor(to, -7, -9, 34, 62)} className="fill-surround" />
      <path d={floor(to, 0, 0, 20, 44)} className="fill-court" />
      <path d={floor(to, 0, 15, 20, 14)} className="fill-kitchen" />
      <path d={lines} className="fill-white" />
      <path d={shadowOfNet} className="fill-deep" opacity=".28" />
      <path d={net} className="fill-deep" opacity=".45" />
      <path d={mesh} className="stroke-white" strokeWidth=".9" opacity=".28" />
      <path d={tape} className="fill-white" />
      {POSTS.map((x) => (
        <path key={x} d={polygon(to, [[x - 0.16, 22, 0], [x + 0.16, 22, 0], [x + 0.16, 22, 3.1], [x - 0.16, 22, 3.1]])} className="fill-net" />
      ))}
      {[...flight, ...bounce].map((point, at) => {
        const [x, y] = to(point);
        return <circle key={at} cx={x} cy={y} r={1.6 + at * 0.14} className="fill-ball" opacity={0.12 + at * 0.03} />;
      })}
      <ellipse cx={ballShadow[0]} cy={ballShadow[1]} rx="30" ry="13" className="fill-deep" opacity=".38" />
      <g transform={`translate(${ball[0].toFixed(1)} ${ball[1].toFixed(1)})`}>
        <circle r="36" className="fill-ball" />
        <path d="M-36 0A36 36 0 0 0 36 0A40 40 0 0 1 -36 0Z" className="fill-ball-seam" opacity=".55" />
        <g className="fill-ball-ink" opacity=".6">
          <circle r="4.8" /><circle cx="-16" cy="-10" r="4.6" /><circle cx="15" cy="-11" r="4.6" /><circle cx="-16" cy="11" r="4.4" /><circle cx="16" cy="10" r="4.4" />
          <circle cx="-1" cy="-21" r="4.2" /><circle cx="0" cy="21" r="4" /><ellipse cx="-28" cy="1" rx="2.6" ry="4" /><ellipse cx="28.5" cy="-1" rx="2.6" ry="4" />
        </g>
      </g>
    </svg>
  );
}
