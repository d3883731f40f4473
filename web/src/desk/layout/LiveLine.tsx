import { WifiOff } from 'lucide-react';
import { useConnection } from '@/lib/online';
import { POLL_SECONDS } from '@/desk/api/use-board';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { deskLayoutTexts } from './texts';

/**
 * Says whether changes come by the stream, by polling, or not at all. `keptAsOf` is the time of a board of an earlier
 * visit; null if the board is of this visit.
 */
export function LiveLine({ isLive, keptAsOf }: { isLive: boolean; keptAsOf: string | null }) {
  const connection = useConnection();
  if (connection !== 'open') {
    return (
      <p className="flex items-center gap-1.5 font-bold text-warn">
        <WifiOff aria-hidden="true" className="size-3.5" strokeWidth={2.4} />
        {connection === 'no_server' ? deskOfflineTexts.serverAway : deskLayoutTexts.offline}
      </p>
    );
  }
  if (keptAsOf !== null) return <p className="font-bold text-quiet">{deskLayoutTexts.asOf(keptAsOf)}</p>;
  return (
    <p className={`flex items-center gap-2 font-bold ${isLive ? 'text-good' : 'text-quiet'}`}>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full bg-current ${isLive ? 'outline-3 outline-good/25' : 'outline-3 outline-edge/25'}`}
      />
      {isLive ? deskLayoutTexts.live : deskLayoutTexts.polling(POLL_SECONDS)}
    </p>
  );
}
