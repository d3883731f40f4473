import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyLanguage } from '@/languages/every-language';
import { setLanguage } from '@/lib/language';
import { notStarted } from './not-started';

const reload = vi.fn<() => void>();

// oxlint-disable-next-line typescript/no-implied-eval
const boot = new Function(readFileSync('src/app/boot.js', 'utf8')) as () => void;

beforeEach(() => {
  boot();
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  window.takeQueuedClicks?.();
  document.body.replaceChildren();
  setLanguage('en', undefined);
  vi.unstubAllGlobals();
});

/** A page whose script at an address does not come. */
function openWithout(src: string, type = 'module'): void {
  document.body.innerHTML = `${notStarted()}<main></main>`;
  const script = document.createElement('script');
  script.type = type;
  document.body.append(script);
  // Set like this it is not requested.
  Object.defineProperty(script, 'src', { value: src });
  script.dispatchEvent(new Event('error'));
}

const note = () => document.body.querySelector('[role=alert]');

test('a page whose script does not come is loaded again once, and then says so with a button', () => {
  openWithout('/assets/main-1.js');
  expect(reload).toHaveBeenCalledOnce();
  expect(note()).toBeNull();
  openWithout('/assets/main-1.js');
  expect(reload).toHaveBeenCalledOnce();
  expect(document.body.firstElementChild).toBe(note());
  expect(note()?.textContent).toMatch(/^This page did not load completely/);
  note()?.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('the page of another version, whose script does not come either, is loaded again too', () => {
  openWithout('/assets/main-1.js');
  openWithout('/assets/main-2.js');
  expect(reload).toHaveBeenCalledTimes(2);
  openWithout('/assets/main-1.js');
  expect(reload).toHaveBeenCalledTimes(2);
  expect(note()).not.toBeNull();
});

test('without a network, or without storage that would end the reloads, the page says so at once', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openWithout('/assets/main-1.js');
  expect(note()).not.toBeNull();
  online.mockReturnValue(true);
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
  openWithout('/assets/main-1.js');
  expect(note()).not.toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('the page says it in its language', () => {
  setLanguage('hi', everyLanguage.hi);
  sessionStorage.setItem('reloaded-for:/assets/main-1.js', '1');
  openWithout('/assets/main-1.js');
  expect(note()?.textContent).toMatch(/^यह पेज पूरा लोड नहीं हुआ.*रीलोड करें$/);
});

test('a page that is being left, whose scripts the browser stops, is not loaded again', () => {
  window.dispatchEvent(new Event('beforeunload'));
  openWithout('/assets/main-1.js');
  expect(reload).not.toHaveBeenCalled();
  expect(note()).toBeNull();
});

test('another script that does not come, such as that of the checkout, changes nothing', () => {
  openWithout('https://checkout.example/v1/checkout.js', '');
  expect(reload).not.toHaveBeenCalled();
  expect(note()).toBeNull();
});
