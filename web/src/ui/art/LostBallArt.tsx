import { CourtScene, SceneBall, SceneFlight } from './CourtScene';
import type { Point } from './perspective';

const away = Array.from({ length: 22 }, (_, i): Point => {
  const t = i / 21;
  return [9 + 15.5 * t, 31 - 34 * t, 2.5 + 15 * t - 16.5 * t * t];
});

/** A ball that flew out: what was asked for is not there. */
export function LostBallArt({ className }: { className?: string }) {
  return (
    <CourtScene className={className}>
      <SceneFlight points={away} />
      <SceneBall at={[24.5, -3, 0.6]} />
    </CourtScene>
  );
}
