import type { Slot } from '@/desk/lib/slots';
import { call, type Answer } from './client';

/** A court that is kept for the caller while booking it. */
export type DeskHold = Answer<'post', '/api/desk/venues/{venue}/holds'>;

/** Holds a slot for the caller; the same slot again renews the hold. */
export function postHold(venue: number, day: string, { court, minute }: Slot, key: string): Promise<DeskHold> {
  return call('post', '/api/desk/venues/{venue}/holds', { params: { venue }, body: { day, court, minute }, key });
}

/** Ends a hold, unless it was extended beyond `until`; one that is gone already counts as ended. */
export function deleteHold(venue: number, hold: string, until: string, key: string): Promise<undefined> {
  return call('delete', '/api/desk/venues/{venue}/holds/{hold}', { params: { venue, hold }, query: { until }, key });
}
