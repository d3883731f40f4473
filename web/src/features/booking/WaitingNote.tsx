import { useOnline } from '@/lib/online';
import { SlowNote } from '@/ui/SlowNote';
import { waitingTexts } from './texts';

/** Shown while loading: a line after a delay, another one if there is no network. The delay begins at mount. */
export function WaitingNote({ meanwhile }: { meanwhile?: string }) {
  const online = useOnline();
  return (
    <SlowNote
      slow={waitingTexts.stillTrying}
      meanwhile={meanwhile}
      offline={online ? undefined : waitingTexts.offline}
    />
  );
}
