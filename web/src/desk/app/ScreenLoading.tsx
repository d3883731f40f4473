import { Spinner } from '@/ui/Spinner';
import { deskTexts } from './texts';

/** Shown while a screen is loading. */
export function ScreenLoading() {
  return (
    <div className="screen-loading grid flex-1 place-content-center">
      <Spinner label={deskTexts.loading} />
    </div>
  );
}
