import { PlayingBall } from '@/ui/PlayingBall';
import { shellTexts } from './texts';

/** Shown while a screen's code is loading. */
export function ScreenLoading() {
  return (
    <div role="status" className="screen-loading grid min-h-[60dvh] place-content-center justify-items-center gap-5">
      <PlayingBall className="size-5" />
      <p className="font-semibold text-quiet">{shellTexts.loading}</p>
    </div>
  );
}
