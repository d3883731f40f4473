import { queryOptions } from '@tanstack/react-query';
import { call, type RequestBody } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';

/** The prices of a venue. */
export type Prices = components['schemas']['Prices'];
/** An hour of the week of a court. */
export type PricedHour = components['schemas']['PricedHour'];
/** The week of some courts. */
export type CourtWeek = components['schemas']['CourtWeek'];
/** A price of a single day. */
export type SpecialPrice = components['schemas']['SpecialPrice'];
/** A version of the prices. */
export type PriceVersion = components['schemas']['PriceVersionItem'];
/** What a change would do. */
export type PricePreview = components['schemas']['PricePreview'];
/** A change of prices. */
export type PriceChange = RequestBody<'post', '/api/desk/venues/{venue}/prices'>;
/** Courts and hours that are painted with one price. */
export type Stroke = PriceChange['strokes'][number];

/** The prices of a venue. */
export const pricesQuery = (venue: number) =>
  queryOptions({
    queryKey: ['prices', venue],
    queryFn: ({ signal }) => call('get', '/api/desk/venues/{venue}/prices', { params: { venue }, signal }),
    staleTime: 10_000,
    // Tried without a network, too, so that the screen can say why it is empty.
    networkMode: 'offlineFirst',
  });

/**
 * What a change would do now; without a change (null) nothing is requested. While a new answer loads, the data are those of the previous
 * one, if both are about painted prices or about the same version that is brought back.
 */
export const pricePreviewQuery = (venue: number, change: PriceChange | null) => {
  const version = change?.revert_to ?? null;
  return queryOptions({
    queryKey: ['price preview', venue, version, change],
    queryFn: ({ signal }) =>
      change === null
        ? null
        : call('post', '/api/desk/venues/{venue}/prices/preview', { params: { venue }, body: change, signal }),
    enabled: change !== null,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before, query) => (query?.queryKey[2] === version ? before : undefined),
  });
};

/** The key of the mutation that publishes the prices of a venue. */
export const pricesPublishing = (venue: number) => ['publish prices', venue];

/** Publishes a change. */
export function publishPrices(venue: number, body: PriceChange, key: string) {
  return call('post', '/api/desk/venues/{venue}/prices', { params: { venue }, body, key });
}
