import { sampleBoard, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { boardSearch } from '@/desk/lib/search';
import { BoardPage } from './BoardPage';

// Loaded now: compiling its modules would take long within a test.
await import('./BoardPanel');

export const BOARD = 'GET /api/desk/venues/{venue}/board';

/** Opens the board at an address; `replies` replaces single replies of the server. */
export function openBoard(replies: DeskReplies, search: string) {
  const log = serveDesk({ 'GET /api/desk/me': () => sampleMe, [BOARD]: () => sampleBoard(), ...replies });
  const view = renderScreen({
    path: '/v/$venue/board',
    component: withMe(BoardPage),
    search: boardSearch,
    at: `/v/1/board${search}`,
  });
  return { ...view, calls: (call: string) => log.filter((request) => request.call === call) };
}
