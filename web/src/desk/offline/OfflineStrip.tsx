import { useConnection } from '@/lib/online';
import { Notice } from '@/ui/Notice';
import { deskOfflineTexts } from './texts';

/**
 * Says that the server cannot be reached, of which minute the board is, and that what is written down waits. `asOf` is null where this
 * device has kept no board.
 */
export function OfflineStrip({ asOf }: { asOf: string | null }) {
  const connection = useConnection();
  if (connection === 'open') return null;
  return (
    <div className="pb-2.5">
      <Notice tone="warn" tight live title={titleOf(connection, asOf)} />
    </div>
  );
}

function titleOf(connection: 'no_network' | 'no_server', asOf: string | null): string {
  const isNetwork = connection === 'no_network';
  if (asOf === null) return isNetwork ? deskOfflineTexts.noNetworkBare : deskOfflineTexts.noServerBare;
  return isNetwork ? deskOfflineTexts.noNetwork(asOf) : deskOfflineTexts.noServer(asOf);
}
