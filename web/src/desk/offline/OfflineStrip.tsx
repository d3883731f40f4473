import { useConnection } from '@/lib/online';
import { Notice } from '@/ui/Notice';
import { deskOfflineTexts } from './texts';

/** Says that the server cannot be reached, of which minute the board is, and that what is written down waits. */
export function OfflineStrip({ asOf }: { asOf: string }) {
  const connection = useConnection();
  if (connection === 'open') return null;
  const title = connection === 'no_network' ? deskOfflineTexts.noNetwork(asOf) : deskOfflineTexts.noServer(asOf);
  return (
    <div className="pb-2.5">
      <Notice tone="warn" tight live title={title} />
    </div>
  );
}
