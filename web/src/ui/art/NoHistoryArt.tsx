import { CourtScene, SceneBall, toScene } from './CourtScene';
import { polygon } from './perspective';

const pass = polygon(toScene, [
  [3, 3, 3],
  [14, 3, 3],
  [14, 19, 9],
  [3, 19, 9],
]);
const head = polygon(toScene, [
  [3, 13.5, 6.95],
  [14, 13.5, 6.95],
  [14, 19, 9],
  [3, 19, 9],
]);
const shadow = polygon(toScene, [
  [4, 2, 0],
  [15.5, 2, 0],
  [15.5, 18, 0],
  [4, 18, 0],
]);
const [perforationLeft, perforationRight] = [toScene([3.6, 7, 4.5]), toScene([13.4, 7, 4.5])];

/** A blank pass: there is no history. */
export function NoHistoryArt({ className }: { className?: string }) {
  return (
    <CourtScene className={className}>
      <path d={shadow} className="fill-deep" opacity=".3" />
      <path d={pass} className="fill-white stroke-white" strokeWidth="3" strokeLinejoin="round" />
      <path d={head} className="fill-deep stroke-deep" strokeWidth="3" strokeLinejoin="round" />
      <path
        d={`M${perforationLeft.join(' ')}L${perforationRight.join(' ')}`}
        className="stroke-drained-ink"
        strokeWidth="1.4"
        strokeDasharray="3 3"
      />
      <SceneBall at={[18.5, 6, 0.6]} size={8} />
    </CourtScene>
  );
}
