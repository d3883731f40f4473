import { CourtScene, SceneBall, SceneFlight } from './CourtScene';
import type { Point } from './perspective';

const intoNet = Array.from({ length: 14 }, (_, i): Point => {
  const t = i / 13;
  return [6 + 4.5 * t, 3 + 18 * t, 3 + 5 * t - 6.4 * t * t];
});

/** A ball caught by the net: what was asked for did not load. */
export function BallInNetArt({ className }: { className?: string }) {
  return (
    <CourtScene className={className}>
      <SceneFlight points={intoNet} />
      <SceneBall at={[10.5, 20.6, 0.7]} size={8} />
    </CourtScene>
  );
}
