import { floor, polygon, project, type Point } from '@/ui/art/perspective';
import { layoutTexts } from './texts';

/** The positions of the ball on the account screens: serve, over the net, landed. */
export type BallAt = 'serve' | 'net' | 'landed';

const WIDE = 560;
const HIGH = 800;
const to = project({ eye: [2, -27, 31], target: [10.4, 17, 0], zoom: 860, centre: [WIDE / 2, 478] });
const dot = (point: Point) =>
  to(point)
    .map((n) => n.toFixed(1))
    .join(' ');

// Wider than a real line of two inches, so that lines stay visible in a narrow column.
const LINE = 0.3;
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
const net = polygon(to, [
  [-1, 22, 2.95],
  [10, 22, 2.83],
  [21, 22, 2.95],
  [21, 22, 0.1],
  [-1, 22, 0.1],
]);
const tape = polygon(to, [
  [-1, 22, 3],
  [10, 22, 2.86],
  [21, 22, 3],
  [21, 22, 2.68],
  [10, 22, 2.54],
  [-1, 22, 2.68],
]);
const shadowOfNet = polygon(to, [
  [-1, 22],
  [21, 22],
  [20.4, 23.4],
  [-1.6, 23.4],
]);
const posts = [-1, 21].map((x) =>
  polygon(to, [
    [x - 0.16, 22, 0],
    [x + 0.16, 22, 0],
    [x + 0.16, 22, 3.1],
    [x - 0.16, 22, 3.1],
  ]),
);

// One serve by the rules: from behind the right-hand court, over the net, into the court diagonally opposite.
const STEPS = 36;
const flight = Array.from({ length: STEPS + 1 }, (_, i): Point => {
  const t = i / STEPS;
  return [15.5 - 11 * t, 35 * t, 2.6 * (1 - t) + 4 * 7 * t * (1 - t)];
});
const MOMENT: Record<BallAt, number> = { serve: 9, net: 22, landed: STEPS };

/** A court in perspective with a serve in flight. Decoration only. */
export function RallyScene({ ball }: { ball: BallAt }) {
  const now = MOMENT[ball];
  const at = flight[now] ?? [10, 22, 5];
  const [x, y] = to(at);
  const [shadowX, shadowY] = to([at[0], at[1], 0]);
  // Pixels per foot at the ball's position; the ball is drawn larger than to scale so that it is visible.
  const foot = Math.hypot(to([at[0] + 1, at[1], at[2] ?? 0])[0] - x, to([at[0] + 1, at[1], at[2] ?? 0])[1] - y);
  const radius = 4 + foot * 0.55;
  const hole = radius / 8;
  return (
    <div className="relative size-full bg-deep text-white">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="xMidYMax slice" className="absolute inset-0 size-full">
        <path d={floor(to, -9, -9, 38, 66)} className="fill-surround" />
        <path d={floor(to, 0, 0, 20, 44)} className="fill-court" />
        <path d={floor(to, 0, 15, 20, 14)} className="fill-kitchen" />
        <path d={lines} className="fill-white" />
        <path d={shadowOfNet} className="fill-deep" opacity=".3" />
        <ellipse cx={shadowX} cy={shadowY} rx={radius} ry={radius * 0.42} className="fill-deep" opacity=".4" />
        <path d={net} className="fill-deep" opacity=".45" />
        <path d={tape} className="fill-white" />
        {posts.map((post) => (
          <path key={post} d={post} className="fill-net" />
        ))}
        <path
          d={`M${flight
            .slice(0, now + 1)
            .map(dot)
            .join('L')}`}
          fill="none"
          className="stroke-ball"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray="0.1 9"
        />
        <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
          <circle r={radius} className="fill-ball" />
          <g className="fill-ball-ink" opacity=".6">
            <circle r={hole} />
            <circle cx={-hole * 3.6} cy={-hole * 2.4} r={hole} />
            <circle cx={hole * 3.6} cy={-hole * 2.4} r={hole} />
            <circle cx={-hole * 3.4} cy={hole * 2.8} r={hole} />
            <circle cx={hole * 3.4} cy={hole * 2.8} r={hole} />
            <circle cy={-hole * 5.2} r={hole} />
            <circle cy={hole * 5.2} r={hole} />
          </g>
        </g>
      </svg>
      <p className="display absolute top-7 left-7 max-w-[10ch] text-h1 italic lg:top-9 lg:left-9">
        {layoutTexts.scene[ball]}
      </p>
    </div>
  );
}
