import { afterEach, expect, test, vi } from 'vitest';
import { readPass } from './read-pass';

// The published example of docs/decisions/0007-signed-pass.md.
const KEY = { id: '_oEsEg', key: '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw' };
const PASS =
  'SO1._oEsEg.4071553902.29922570.3.Y3JJUQOmG2haITFDmhefVSt0hyYtcLqLulqCU7dd98ukUFXR6gMUUWZZvxjlJ-FYONZYeKR2565P16821P4SBQ';
const GENUINE = {
  kind: 'genuine',
  pass: { order: '4071553902', startsAt: Date.parse('2026-11-22T13:30:00Z'), court: 3 },
};

afterEach(() => vi.restoreAllMocks());

test('the published example is genuine by the browser’s own cryptography', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  expect(await readPass(` ${PASS}\n`, [KEY])).toEqual(GENUINE);
  expect(verify).toHaveBeenCalled();
});

test('a browser without Ed25519 verifies by the library', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
  expect(await readPass(PASS, [KEY])).toEqual(GENUINE);
  expect(await readPass(PASS.replace('.3.', '.4.'), [KEY])).toEqual({ kind: 'wrong_signature' });
});

test('a pass with another court, order or hour than the signed one has a wrong signature', async () => {
  for (const forged of [
    PASS.replace('.3.', '.4.'),
    PASS.replace('4071553902', '4071553903'),
    PASS.replace('29922570', '29922571'),
  ]) {
    expect(await readPass(forged, [KEY])).toEqual({ kind: 'wrong_signature' });
  }
  const other = { id: KEY.id, key: 'A'.repeat(43) };
  expect(await readPass(PASS, [other])).toEqual({ kind: 'wrong_signature' });
});

test('an unknown key, another text and a device without keys are told apart', async () => {
  expect(await readPass(PASS, [{ ...KEY, id: 'AAAAAA' }])).toEqual({ kind: 'unknown_key' });
  expect(await readPass(PASS, [])).toEqual({ kind: 'unverified' });
  for (const text of [
    '',
    PASS.slice(0, -20),
    'https://a.in',
    'SO1....',
    `${PASS}${'A'.repeat(300)}`,
    PASS.replace('SO1', 'SO2'),
  ]) {
    expect(await readPass(text, [KEY])).toEqual({ kind: 'not_a_pass' });
  }
});
