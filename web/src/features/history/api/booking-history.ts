import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { inPlayersLanguage } from '@/api/server-messages';
import type { BookingRecord } from '../history-item';

/** The result of the history call. `none` holds the server's message if it sent no list (spec §7, §8). */
export interface BookingHistory {
  records: BookingRecord[];
  none: string | null;
  /** How far this device's clock was ahead of the server's when the list came, in milliseconds; negative if it was behind. */
  clockAhead: number;
}

/** GET /user/getBookingHistory. A missing or broken list counts as empty (spec §7). */
export const bookingHistoryQuery = queryOptions({
  queryKey: ['history'],
  queryFn: async ({ signal }): Promise<BookingHistory> => {
    const reply = await answer(api.GET('/api/user/getBookingHistory', { signal }));
    const data: { order?: unknown; message?: string } | undefined = reply.data;
    const clockAhead = clockAheadOf(reply.server_time);
    if (Array.isArray(data?.order)) return { records: data.order as BookingRecord[], none: null, clockAhead };
    return { records: [], none: inPlayersLanguage(data)?.message ?? reply.message ?? '', clockAhead };
  },
});

/** How far this device's clock is ahead of the server's, in milliseconds; 0 if the server did not send its time. */
function clockAheadOf(serverTime: string | undefined): number {
  const server = Date.parse(serverTime ?? '');
  return Number.isNaN(server) ? 0 : Date.now() - server;
}
