import { useQueryClient } from '@tanstack/react-query';

/** Returns a call that reads again what shows the money of bookings and days. */
export function useRereadMoney() {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [['booking'], ['money'], ['drawer'], ['board'], ['day-end']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
