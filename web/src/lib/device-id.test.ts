import { expect, test, vi } from 'vitest';

test('a browser gets a device id of ten letters and digits once and keeps it', async () => {
  localStorage.clear();
  const first = (await import('./device-id')).deviceId();
  expect(first).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(localStorage.getItem('device_id')).toBe(first);
  vi.resetModules();
  expect((await import('./device-id')).deviceId()).toBe(first);
});
