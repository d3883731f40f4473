import { Spinner } from '@/ui/Spinner';
import { shellTexts } from './texts';

/** While a screen's code is on its way. */
export function ScreenLoading() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Spinner label={shellTexts.loading} />
    </div>
  );
}
