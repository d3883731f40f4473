import { queryOptions } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { call, type Answer } from '@/desk/api/client';
import { hasCode } from '@/desk/api/problem';
import { brandTexts } from './texts';

/** The brand, who writes it, and the rules that are set on the server. */
export type BrandSettings = Answer<'get', '/api/desk/brand'>;

export const brandQuery = queryOptions({
  queryKey: ['brand', 'set-up'],
  queryFn: ({ signal }) => call('get', '/api/desk/brand', { signal }),
  staleTime: 2_000,
  // Tried without a network, too, so that the screen can say why it is empty.
  networkMode: 'offlineFirst',
});

/** The messages to players, and the numbers under which they are registered. */
export type MessageTexts = Answer<'get', '/api/desk/brand/texts'>;
export type MessageText = MessageTexts['texts'][number];
export type MailText = MessageTexts['mails'][number];

export const textsQuery = queryOptions({
  queryKey: ['brand', 'texts'],
  queryFn: ({ signal }) => call('get', '/api/desk/brand/texts', { signal }),
  staleTime: 60_000,
});

/** The message of a failed change of the brand or of one of its texts. */
export function brandMessage(cause: Error): string {
  return hasCode(cause, 'changed_meanwhile') ? brandTexts.changedMeanwhile : failureMessage(cause);
}
