import type { ReactNode } from 'react';
import { floor, polygon, project, type Point } from './perspective';

/** Projects a point of the small scene's court (feet) to the picture. */
export const toScene = project({ eye: [-16, -24, 30], target: [10, 20, 0], zoom: 222, centre: [112, 80] });

const LINE = 0.5;
const lines = [
  floor(toScene, 0, 0, 20, LINE),
  floor(toScene, 0, 44 - LINE, 20, LINE),
  floor(toScene, 0, 0, LINE, 44),
  floor(toScene, 20 - LINE, 0, LINE, 44),
  floor(toScene, 0, 15 - LINE, 20, LINE),
  floor(toScene, 0, 29, 20, LINE),
  floor(toScene, 10 - LINE / 2, 0, LINE, 15),
  floor(toScene, 10 - LINE / 2, 29, LINE, 15),
].join('');

/** The ball at a point over the court, with its shadow below. */
export function SceneBall({ at, size = 9 }: { at: Point; size?: number }) {
  const [x, y] = toScene(at);
  const [shadowX, shadowY] = toScene([at[0], at[1], 0]);
  const hole = size / 8;
  return (
    <>
      <ellipse
        cx={shadowX + size * 0.3}
        cy={shadowY + size * 0.75}
        rx={size * 0.95}
        ry={size * 0.4}
        className="fill-deep"
        opacity=".3"
      />
      <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
        <circle r={size} className="fill-ball stroke-ball-ink/30" strokeWidth=".7" />
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
    </>
  );
}

/** The ball's path as a dotted line. */
export function SceneFlight({ points }: { points: readonly Point[] }) {
  return (
    <path
      d={`M${points
        .map((point) =>
          toScene(point)
            .map((n) => n.toFixed(1))
            .join(' '),
        )
        .join('L')}`}
      fill="none"
      className="stroke-edge"
      strokeWidth="2"
      strokeLinecap="round"
      strokeDasharray="0.1 6"
    />
  );
}

function SceneNet() {
  return (
    <>
      <path
        d={polygon(toScene, [
          [-1, 22, 3],
          [21, 22, 3],
          [21, 22, 0],
          [-1, 22, 0],
        ])}
        className="fill-deep"
        opacity=".42"
      />
      <path
        d={polygon(toScene, [
          [-1, 22, 3],
          [21, 22, 3],
          [21, 22, 2.4],
          [-1, 22, 2.4],
        ])}
        className="fill-white"
      />
      {[-1, 21].map((x) => (
        <path
          key={x}
          d={polygon(toScene, [
            [x - 0.25, 22, 0],
            [x + 0.25, 22, 0],
            [x + 0.25, 22, 3.2],
            [x - 0.25, 22, 3.2],
          ])}
          className="fill-net"
        />
      ))}
    </>
  );
}

export interface CourtSceneProps {
  /** Drawn on the court, behind the net. */
  behind?: ReactNode;
  /** Drawn over everything. */
  children?: ReactNode;
  /** Grey instead of the colours of a court. */
  isGrey?: boolean;
  className?: string;
}

/** A court to scale, seen from behind its corner. Decoration, hidden from screen readers. */
export function CourtScene({ behind, children, isGrey = false, className = 'w-60' }: CourtSceneProps) {
  return (
    <svg viewBox="0 0 240 176" aria-hidden="true" className={`max-w-full ${className}`}>
      <path d={floor(toScene, -4, -5, 28, 54)} className={isGrey ? 'fill-drained-surround' : 'fill-surround'} />
      <path d={floor(toScene, 0, 0, 20, 44)} className={isGrey ? 'fill-drained' : 'fill-court'} />
      <path d={floor(toScene, 0, 15, 20, 14)} className={isGrey ? 'fill-drained-kitchen' : 'fill-kitchen'} />
      <path d={lines} className={isGrey ? 'fill-drained-line' : 'fill-white'} />
      {behind}
      <SceneNet />
      {children}
    </svg>
  );
}
