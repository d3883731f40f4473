import { clockOffset } from '@/desk/api/connection';
import { may, type Me } from '@/desk/api/me';
import { zoneOf } from '@/desk/api/zone-of';
import { paths } from '@/desk/lib/paths';
import { dayIn } from '@/lib/dates';

/**
 * The first of the screens about money that a person may open; undefined if they may open none. The refunds and the payouts are not
 * about one venue.
 */
export function moneyScreen(me: Me, venue: number | undefined) {
  if (venue !== undefined && may(me, 'payment.take')) return paths.money(venue);
  if (venue !== undefined && may(me, 'day.close')) {
    return paths.dayEnd(venue, dayIn(zoneOf(me, venue), new Date(Date.now() + clockOffset())));
  }
  if (may(me, 'refund.settle')) return paths.refunds();
  return may(me, 'payout.read') ? paths.payouts() : undefined;
}
