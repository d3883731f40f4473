import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

const load = () => import('./lost-payments');
const line = { order: '4820193756', version: 7 };

test('a payment without an answer is still known after a reload, until its answer comes', async () => {
  const before = await load();
  before.setPaymentLost([line, { order: '56', version: 2 }], true);
  vi.resetModules();
  const after = await load();
  expect(after.isPaymentLost(after.lostPayments.get(), line)).toBe(true);
  after.setPaymentLost([line], false);
  expect(after.isPaymentLost(after.lostPayments.get(), line)).toBe(false);
  vi.resetModules();
  expect((await load()).lostPayments.get()).toEqual([{ order: '56', version: 2 }]);
});

test('a newer version of the booking shows whether the payment was taken', async () => {
  const { isPaymentLost, lostPayments, setPaymentLost } = await load();
  setPaymentLost([line], true);
  expect(isPaymentLost(lostPayments.get(), { ...line, version: 8 })).toBe(false);
  expect(isPaymentLost(lostPayments.get(), { ...line, version: 6 }), 'an older board').toBe(true);
});
