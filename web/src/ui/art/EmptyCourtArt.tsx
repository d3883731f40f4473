import { CourtScene, SceneBall } from './CourtScene';

/** A court that waits: nothing to choose here. */
export function EmptyCourtArt({ className }: { className?: string }) {
  return (
    <CourtScene drained className={className}>
      <SceneBall at={[6, 9, 0.6]} />
    </CourtScene>
  );
}
