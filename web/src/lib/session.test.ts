import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const asha = { customer_id: '7', full_name: 'Asha Patel', email: 'asha@example.in', phone_no: '+919876543210' };

/** Imports the module afresh, as a reload does: it reads storage when it loads. */
async function load() {
  vi.resetModules();
  return import('./session');
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a stored token and user are restored at start', async () => {
  localStorage.setItem('user_token', 't1');
  localStorage.setItem('user_data', JSON.stringify(asha));
  const { currentSession } = await load();
  expect(currentSession()).toMatchObject({ token: 't1', user: asha });
});

test('a broken user record counts as no user and does not stop the app', async () => {
  localStorage.setItem('user_token', 't1');
  localStorage.setItem('user_data', '{');
  const { currentSession } = await load();
  expect(currentSession().user).toBeNull();
});

test('starting a session stores token and user under the specified keys, and ending it removes them', async () => {
  const { startSession, endSession, currentSession } = await load();
  startSession('t2', asha);
  expect(localStorage.getItem('user_token')).toBe('t2');
  expect(JSON.parse(localStorage.getItem('user_data') ?? '')).toEqual(asha);
  endSession(true);
  expect(localStorage.getItem('user_token')).toBeNull();
  expect(localStorage.getItem('user_data')).toBeNull();
  expect(currentSession()).toMatchObject({ token: null, ended: true });
});

test('a logout in another tab ends the session here too', async () => {
  const { startSession, currentSession, watchSession } = await load();
  startSession('t3', asha);
  const onChange = vi.fn<() => void>();
  const stop = watchSession(onChange);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(currentSession()).toMatchObject({ token: null, ended: true });
  expect(onChange).toHaveBeenCalled();
  stop();
});

test('the end of the session by another tab is known until the player was notified of it', async () => {
  const { startSession, currentSession, watchSession, acknowledgeEnd } = await load();
  startSession('t4', asha);
  const stop = watchSession(() => undefined);
  localStorage.clear();
  // A logout removes both entries, one after the other.
  for (const key of ['user_token', 'user_data']) window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(currentSession()).toMatchObject({ token: null, ended: true });
  acknowledgeEnd();
  window.dispatchEvent(new StorageEvent('storage', { key: 'user_data' }));
  expect(currentSession()).toMatchObject({ token: null, ended: false });
  stop();
});

/** The browser shows a page again that it kept as the player left it. */
const showKeptPage = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

test('a page that the browser kept is reloaded once another tab has changed the session, and not before', async () => {
  const { startSession, reloadForOtherSession } = await load();
  const reload = vi.fn<() => void>();
  startSession('t5', asha);
  reloadForOtherSession(reload);
  showKeptPage();
  expect(reload).not.toHaveBeenCalled();
  localStorage.setItem('user_token', 't6');
  window.dispatchEvent(new Event('pageshow'));
  expect(reload).not.toHaveBeenCalled();
  showKeptPage();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that the browser kept is not reloaded if storage is blocked: its session would be lost', async () => {
  const { startSession, reloadForOtherSession } = await load();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('localStorage', undefined);
  startSession('t7', asha);
  reloadForOtherSession(reload);
  showKeptPage();
  expect(reload).not.toHaveBeenCalled();
});
