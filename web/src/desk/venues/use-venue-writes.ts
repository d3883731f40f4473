import { toast } from '@/lib/toast';
import { call, type Answer } from '@/desk/api/client';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { PhotoError, photoOf } from './photo';
import { venuesTexts } from './texts';
import {
  losingOf,
  useRereadVenues,
  venueMessage,
  type Change,
  type LosingBookings,
  type NewVenue,
  type Venue,
} from './venues';

/** A change, and which of the bookings that lose their place are kept and which are cancelled. */
export interface DecidedChange {
  change: Partial<Change>;
  keep: string[];
  close: string[];
  reason: string | null;
  /** The version of the venue that it changes: the same change of a later one is another action. */
  of: number;
}

/** The key of the mutations that upload a photo. */
export const PHOTO_WRITE = ['venue photo'];

type ChangeAnswer = Answer<'patch', '/api/desk/set-up/venues/{venue}'>;

/** Requests a new proof if the refusal says that the last one has expired; returns whether it does. */
function requestProofIfNeeded(cause: Error, onProofNeeded: () => void): boolean {
  const isNeeded = hasCode(cause, 'proof_needed');
  if (isNeeded) onProofNeeded();
  return isNeeded;
}

/** The key of the mutation that adds a venue: its form may be closed and opened again before the answer. */
export const VENUE_ADDING = ['venue adding'];

/** Adds a venue. */
export function useAdd(isShown: () => boolean, onProofNeeded: () => void, onDone: (id: number) => void) {
  const reread = useRereadVenues();
  return useWrite<{ id: number }, NewVenue>({
    mutationKey: VENUE_ADDING,
    write: (body, key) => call('post', '/api/desk/set-up/venues', { body, key }),
    onSuccess: async ({ id }, { fields }) => {
      toast.success(venuesTexts.added(fields.name));
      await reread();
      onDone(id);
    },
    onError: (cause) => {
      if (isShown()) requestProofIfNeeded(cause, onProofNeeded);
      else toastWriteFailure(cause, venuesTexts.notSaved, venueMessage);
    },
  });
}

/** Reads which bookings would lose their place by a change. */
export function usePreview(
  { id }: Pick<Venue, 'id'>,
  onProofNeeded: () => void,
  onSeen: (losing: LosingBookings, change: Partial<Change>) => void,
) {
  const isShown = useIsShown();
  return useWrite<LosingBookings, Partial<Change>>({
    write: (change, key) =>
      call('post', '/api/desk/set-up/venues/{venue}/preview', { params: { venue: id }, body: change, key }),
    onSuccess: onSeen,
    onError: (cause) => {
      if (isShown()) requestProofIfNeeded(cause, onProofNeeded);
      else toast.forAnyone('error', venueMessage(cause), venuesTexts.notSaved);
    },
  });
}

/** Changes a venue, if it still has the version that was read. */
export function useChange(
  { id }: Pick<Venue, 'id'>,
  onProofNeeded: () => void,
  onDone: (changed: ChangeAnswer, decided: DecidedChange) => void,
  onNewList: (losing: LosingBookings, decided: DecidedChange) => void,
) {
  const reread = useRereadVenues();
  const isShown = useIsShown();
  return useWrite<ChangeAnswer, DecidedChange>({
    write: ({ of, ...body }, key) =>
      call('patch', '/api/desk/set-up/venues/{venue}', { params: { venue: id }, body, version: of, key }),
    onSuccess: async (changed, decided) => {
      await reread();
      onDone(changed, decided);
    },
    onError: (cause, decided) => {
      const losing = losingOf(cause);
      if (hasCode(cause, 'changed_meanwhile')) void reread();
      if (!isShown()) toastWriteFailure(cause, venuesTexts.notSaved, venueMessage);
      else if (losing !== null) onNewList(losing, decided);
      else requestProofIfNeeded(cause, onProofNeeded);
    },
  });
}

/** Puts the venues into another order. */
export function useOrder(onProofNeeded: () => void) {
  const reread = useRereadVenues();
  const isShown = useIsShown();
  return useWrite<{ venues: number[] }, { venues: number[]; message: string }>({
    write: ({ venues }, key) => call('put', '/api/desk/set-up/venue-order', { body: { venues }, key }),
    onSuccess: async (_, { message }) => {
      await reread();
      toast.success(message);
    },
    onError: (cause) => {
      if (isShown() && requestProofIfNeeded(cause, onProofNeeded)) return;
      toastWriteFailure(cause, venuesTexts.notSaved, venueMessage);
      void reread();
    },
  });
}

/** Stores a photo and hands over its address. */
export function usePhoto(shape: 'card' | 'gallery', onProofNeeded: () => void, onDone: (address: string) => void) {
  const isShown = useIsShown();
  return useWrite<{ address: string }, File>({
    mutationKey: PHOTO_WRITE,
    write: async (file, key) => {
      const image = await photoOf(file);
      return call('post', '/api/desk/set-up/pictures', { body: { shape, image }, key });
    },
    onSuccess: ({ address }) => onDone(address),
    onError: (cause) => {
      if (isShown()) requestProofIfNeeded(cause, onProofNeeded);
      else toastWriteFailure(cause, venuesTexts.notSaved, photoMessage);
    },
  });
}

/** Why a photo was refused, in words. */
export function photoMessage(cause: Error): string {
  if (cause instanceof PhotoError) return cause.message;
  const code = fieldsOf(cause)['image'] ?? '';
  const problems = venuesTexts.photoProblems;
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : venueMessage(cause);
}
