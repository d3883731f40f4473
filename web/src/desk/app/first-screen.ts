import { pause } from '@/lib/pause';
import type { DeskRouter } from './router';

/** How long the first frame waits for the code of the screen before it shows that it is loading, in milliseconds. */
const WAIT_MILLISECONDS = 150;

/** Finds the screen of the address, so that the first frame has it: the router alone would find it after that frame. */
export async function openFirstScreen(router: DeskRouter): Promise<void> {
  await Promise.race([router.load(), pause(WAIT_MILLISECONDS)]);
}
