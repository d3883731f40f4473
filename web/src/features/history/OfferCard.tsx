import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { orderInfoQuery, type OrderInfo } from '@/api/order-info';
import { useSingleMutation } from '@/api/use-single-mutation';
import { useVenueZone } from '@/api/use-venue-zone';
import { courtName } from '@/lib/court-name';
import { chipDay, dateTimeText } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { fetchClosureToken } from './api/closure-link';
import { displacedTexts } from './texts';

type Offer = NonNullable<OrderInfo['offer']>;

/** What the player can choose, or has chosen, instead of a closed court. */
export function OfferCard({ order, offer }: { order: Pick<OrderInfo, 'orderid' | 'timezone'>; offer: Offer }) {
  if (offer.state === 'open') return <OpenOffer order={order} until={offer.open_until} />;
  return offer.new_orderid ? <MovedTo orderid={offer.new_orderid} /> : null;
}

function OpenOffer({ order, until }: { order: Pick<OrderInfo, 'orderid' | 'timezone'>; until: string }) {
  const { orderid, timezone } = order;
  const zone = useVenueZone(timezone);
  const navigate = useNavigate();
  const router = useRouter();
  const opening = useSingleMutation({
    mutationFn: (_from: string) => fetchClosureToken(orderid),
    onSuccess: async (token, from) => {
      // A late reply must not take the player away from another screen.
      if (router.latestLocation.pathname === from) await navigate(paths.offer(token, { game: orderid }));
    },
    onError: (cause) => {
      if (cause instanceof ApiFailure && !cause.endsSession) toast.error(failureMessage(cause), displacedTexts.failed);
    },
  });
  return (
    <section aria-label={displacedTexts.title} className="grid gap-4 rounded-lg border-2 border-ink px-4 py-4">
      <div className="grid gap-1">
        <p className="text-lead font-bold text-pretty">{displacedTexts.text}</p>
        <p className="figures text-quiet">{displacedTexts.until(dateTimeText(until, zone))}</p>
      </div>
      <Button
        variant="lime"
        size="md"
        isBusy={opening.isPending}
        onClick={() => opening.mutate(router.latestLocation.pathname)}
      >
        {displacedTexts.choose}
      </Button>
    </section>
  );
}

/** The booking in place of this one; its court and hour as soon as they are loaded. */
function MovedTo({ orderid }: { orderid: string }) {
  const { data } = useQuery(orderInfoQuery(orderid));
  const where = data ? `${courtName(data.court_number)}, ${chipDay(data.date)}, ${data.time}` : `#${orderid}`;
  return (
    <Notice
      title={displacedTexts.moved(where)}
      action={
        <Button size="sm" variant="outline" render={<Link {...paths.historyDetails(orderid)} />}>
          {displacedTexts.toNew}
        </Button>
      }
    />
  );
}
