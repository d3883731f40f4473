import { useQueryClient } from '@tanstack/react-query';

/**
 * Returns a call that reads the bookings, the boards and the money of days again. Writes await it, so that the panel shows no
 * notice of what they changed.
 */
export function useRereadMoney() {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [['booking'], ['money'], ['drawer'], ['board'], ['day-end']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
