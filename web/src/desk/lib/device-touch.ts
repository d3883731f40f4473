import { readStored, writeStored } from '@/lib/storage';

/** When a person last touched the desk in this browser, in milliseconds of its clock, as stored; 0 while unknown. */
export function storedTouch(): number {
  return Number(readStored('desk_touched')) || 0;
}

/** Stores when a person last touched the desk in this browser, in milliseconds of its clock. */
export function storeTouch(at: number): void {
  writeStored('desk_touched', String(at));
}
