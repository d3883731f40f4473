import type { UseQueryResult } from '@tanstack/react-query';
import type { OrderInfo } from '@/api/order-info';
import { useVenueZone } from '@/api/use-venue-zone';
import { dateTimeText } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { passTexts } from './texts';

/** Tells the player that the pass is an earlier version. */
export function LastSeen({ order }: { order: UseQueryResult<OrderInfo> }) {
  const zone = useVenueZone(order.data?.timezone);
  const online = useOnline();
  if (order.data === undefined || (online && !order.isError)) return null;
  return (
    <p role="status" className="mx-auto mt-4 max-w-105 text-center text-small text-quiet">
      {/* By the server's clock: that of this device may be wrong, or was set since. */}
      {passTexts.lastSeen(dateTimeText(order.data.server_time, zone))}
    </p>
  );
}
