import { useOnline } from '@/lib/online';
import { SlowNote } from '@/ui/SlowNote';
import { waitingTexts } from './texts';

/** Beside waiting: a line when it takes long, another when there is no network. Its mounting starts the clock. */
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
