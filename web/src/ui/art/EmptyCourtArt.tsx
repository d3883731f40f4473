import { CourtScene, SceneBall } from './CourtScene';

/** An empty court: no choice is available. */
export function EmptyCourtArt({ className }: { className?: string }) {
  return (
    <CourtScene isGrey className={className}>
      <SceneBall at={[6, 9, 0.6]} />
    </CourtScene>
  );
}
