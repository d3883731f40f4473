import type { Connection } from '@/lib/online';
import { deskOfflineTexts } from './offline-texts';

/** Says why an action that needs the server is off: "Needs the network". */
export function neededText(connection: Exclude<Connection, 'open'>): string {
  return connection === 'no_network' ? deskOfflineTexts.needsNetwork : deskOfflineTexts.needsTheServer;
}
