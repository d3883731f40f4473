import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fullNameRule } from './person-rules';

/** The file that the server's test reads too: both sides have the same rule. */
const names = JSON.parse(readFileSync('../crates/domain/tests/full-names.json', 'utf8')) as {
  accepted: string[];
  refused: [string, string][];
};

/** The form's message about a name; undefined if the name is accepted. */
function messageFor(name: string): string | undefined {
  return v.safeParse(fullNameRule, name).issues?.[0].message;
}

/** Random numbers from a fixed seed (mulberry32), so that a failure can be reproduced. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every assigned character of the first three planes with a property. */
function charactersWith(property: RegExp): string[] {
  const all: string[] = [];
  for (let code = 0; code < 0x30000; code += 1) {
    const character = String.fromCodePoint(code);
    if (property.test(character)) all.push(character);
  }
  return all;
}

describe('a full name', () => {
  test.each(names.accepted)('%j is accepted', (name) => {
    expect(messageFor(name)).toBeUndefined();
  });

  test.each(names.refused)('%j is refused: %s', (name, message) => {
    expect(messageFor(name)).toBe(message);
  });

  const letters = charactersWith(/\p{L}/u);
  const marks = charactersWith(/\p{M}/u);
  const others = charactersWith(/[^\p{L}\p{M}\p{Cn}\p{Cs}0-9_ '’‐.-]/u).filter((one) => !'\u200c\u200d'.includes(one));
  const next = seededRandom(20_261_121);
  const one = (of: readonly string[]) => of[Math.floor(next() * of.length)] ?? '';
  const some = (of: readonly string[], count: number) => Array.from({ length: count }, () => one(of)).join('');

  test('of letters in any script, with their marks and the other characters of names, is accepted', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const parts = Array.from({ length: 2 + Math.floor(next() * 8) }, () =>
        next() < 0.7 ? one(letters) + some(marks, Math.floor(next() * 3)) : one([..."0123456789_ '’.-‐"]),
      );
      const name = `${one(letters)}${parts.join('')}${one(letters)}`;
      expect([name, messageFor(name)]).toEqual([name, undefined]);
    }
  });

  test('with one character of another kind is refused', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const name = `${some(letters, 3)}${one(others)}${some(letters, 2)}`;
      expect([name, messageFor(name)]).toEqual([name, 'Full name must start with a letter.']);
    }
  });
});
