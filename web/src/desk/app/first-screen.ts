import { pause } from '@/lib/pause';
import type { DeskRouter } from './router';

/** How long the first frame waits for the code of the screen before it shows that it is loading, in milliseconds. */
const WAIT_MILLISECONDS = 150;

/** Finds the screen of the address before the first frame: the router alone would find it after. */
export async function openFirstScreen(router: DeskRouter): Promise<void> {
  await Promise.race([router.load(), pause(WAIT_MILLISECONDS)]);
}
