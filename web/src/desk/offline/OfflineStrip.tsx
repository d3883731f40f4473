import { useConnection } from '@/lib/online';
import { Notice } from '@/ui/Notice';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';

/**
 * Says that the server cannot be reached, and of which minute the board is. `asOf` is null if this device has kept no
 * board; `mayWrite` is whether the person who is signed in may write a request down.
 */
export function OfflineStrip({ asOf, mayWrite = false }: { asOf: string | null; mayWrite?: boolean }) {
  const connection = useConnection();
  if (connection === 'open') return null;
  return (
    <div className="pb-2.5">
      <Notice tone="warn" tight isLive title={titleOf(connection, asOf)}>
        {asOf !== null && mayWrite ? deskOfflineTexts.writeHow : undefined}
      </Notice>
    </div>
  );
}

function titleOf(connection: 'no_network' | 'no_server', asOf: string | null): string {
  const isNetwork = connection === 'no_network';
  if (asOf === null) return isNetwork ? deskOfflineTexts.noNetworkBare : deskOfflineTexts.noServerBare;
  return isNetwork ? deskOfflineTexts.noNetwork(asOf) : deskOfflineTexts.noServer(asOf);
}
