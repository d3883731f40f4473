import { useStore } from '@/lib/store';
import { may, type Me } from '@/desk/api/me';
import { writtenStore, type WrittenRequest } from '@/desk/api/written';

/** The requests on this device for the venues of a person who may book; empty for others. */
export function useWritten(me: Me | undefined): readonly WrittenRequest[] {
  const requests = useStore(writtenStore);
  if (me === undefined || !may(me, 'booking.make')) return [];
  return requests.filter(({ venue }) => me.venues.some(({ id }) => id === venue));
}
