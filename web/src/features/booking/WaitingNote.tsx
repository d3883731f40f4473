import { useOnline } from '@/lib/online';
import { SlowNote } from '@/ui/SlowNote';
import { waitingTexts } from './texts';

/** Under a loading part: a line when it takes long, another when there is no network. Its mounting starts the clock. */
export function WaitingNote() {
  const online = useOnline();
  return <SlowNote slow={waitingTexts.stillTrying} offline={online ? undefined : waitingTexts.offline} />;
}
