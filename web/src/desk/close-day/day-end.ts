import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { ApiFailure } from '@/api/api-failure';
import { toast } from '@/lib/toast';
import { call, type RequestBody } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { isOutcomeUnknown } from '@/desk/api/problem';
import { toastWriteFailure } from '@/desk/api/write-failure';
import type { components } from '@/desk/api/schema';
import { useWrite } from '@/desk/api/use-write';
import { closeDayTexts } from './texts';

/** The end of a venue's day. */
export type DayEnd = components['schemas']['DayEnd'];
export type DayGame = components['schemas']['DayGame'];
export type UpiToMatch = components['schemas']['UpiToMatch'];
type Correction = RequestBody<'put', '/api/desk/bookings/{order}/outcome'>;

/** How often the end of a day is polled until it is closed, in milliseconds: colleagues mark games and take money too. */
const REFETCH_MILLISECONDS = 5_000;

export const dayEndQuery = (venue: number, day: string) =>
  queryOptions({
    queryKey: ['day-end', venue, day],
    queryFn: ({ signal }) => call('get', '/api/desk/venues/{venue}/days/{day}', { params: { venue, day }, signal }),
    staleTime: 2_000,
    refetchInterval: ({ state }) => ((state.data?.closed ?? null) === null ? REFETCH_MILLISECONDS : false),
  });

function useRereadDay() {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [['day-end'], ['booking'], ['board'], ['money']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

/** Why a day was not closed, in the language of the desk. */
function refusalText(cause: Error): string {
  const refusals = closeDayTexts.refusals;
  const code = cause instanceof ApiFailure ? cause.code : '';
  return Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : failureMessage(cause);
}

export function useCloseDay(venue: number, day: string) {
  const reread = useRereadDay();
  return useWrite<undefined>({
    write: (_, key) => call('post', '/api/desk/venues/{venue}/days/{day}/close', { params: { venue, day }, key }),
    onSuccess: () => toast.success(closeDayTexts.done),
    onError: (cause) => {
      if (isOutcomeUnknown(cause)) toast.forAnyone('error', closeDayTexts.unknown, closeDayTexts.unknownClosed);
      else toast.forAnyone('error', refusalText(cause), closeDayTexts.notClosed);
    },
    onSettled: reread,
  });
}

/**
 * Corrects whether a game of a closed day was played. The write gets the version that it changes: after a lost answer, the same
 * correction of a later one is another action.
 */
export function useCorrection({ order, name }: DayGame, onDone: () => void) {
  const reread = useRereadDay();
  const isSamePerson = useIsSamePerson();
  return useWrite<unknown, { version: number; body: Correction }>({
    write: ({ version, body }, key) =>
      call('put', '/api/desk/bookings/{order}/outcome', { params: { order }, body, version, key }),
    onSuccess: () => {
      if (isSamePerson()) toast.success(closeDayTexts.corrected(name));
      onDone();
    },
    onError: (cause) => toastWriteFailure(cause, closeDayTexts.notCorrected),
    onSettled: reread,
  });
}
