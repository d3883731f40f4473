import type { Connection } from '@/lib/online';
import { deskOfflineTexts } from './offline-texts';

/** Why something that only the server can do is off: "Needs the network". */
export function neededText(connection: Exclude<Connection, 'open'>): string {
  return connection === 'no_network' ? deskOfflineTexts.needsNetwork : deskOfflineTexts.needsTheServer;
}
