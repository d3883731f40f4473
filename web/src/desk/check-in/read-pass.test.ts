import { afterEach, expect, test, vi } from 'vitest';
import { KEY, ORDER, PASS } from './pass.test-kit';
import { readPass } from './read-pass';

const GENUINE = {
  kind: 'genuine',
  pass: { order: ORDER, startsAt: Date.parse('2026-11-22T13:30:00Z'), court: 3 },
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
    PASS.replace(ORDER, '4071553903'),
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
