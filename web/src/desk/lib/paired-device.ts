import { readStored, writeStored } from '@/lib/storage';

/**
 * Whether this browser was on a paired device at the last answer of the server. The secret itself is in a cookie that
 * no script reads.
 */
export function isPaired(): boolean {
  return readStored('desk_paired') === '1';
}

export function rememberPaired(paired: boolean): void {
  writeStored('desk_paired', paired ? '1' : null);
}
