import { readStored, writeStored } from '@/lib/storage';
import type { PassKey } from './read-pass';

/** The most keys that are kept: one signs now, and a few may be retired. */
const MOST_KEYS = 20;

/** The keys that check passes, as this device kept them; empty if it has none. */
export function keptPassKeys(): readonly PassKey[] {
  try {
    return keysIn(JSON.parse(readStored('desk_pass_keys') ?? '[]'));
  } catch {
    return [];
  }
}

/** Loads the keys that check passes and stores them for the time without a network. A failure changes nothing. */
export async function keepPassKeys(): Promise<void> {
  try {
    const answer = await fetch('/api/app-config', { cache: 'no-store' });
    if (!answer.ok) return;
    const config = (await answer.json()) as { pass_public_keys?: unknown };
    const keys = keysIn(config.pass_public_keys);
    if (keys.length > 0) writeStored('desk_pass_keys', JSON.stringify(keys));
  } catch {
    // The keys that were kept before stay.
  }
}

function keysIn(list: unknown): PassKey[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter((key) => isPassKey(key)).slice(0, MOST_KEYS);
}

function isPassKey(value: unknown): value is PassKey {
  if (typeof value !== 'object' || value === null) return false;
  const { id, key } = value as Partial<PassKey>;
  return typeof id === 'string' && typeof key === 'string';
}
