import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetCountdown, keepCountdown, removeLeftCountdown, resumeCountdown } from './status-countdown';

const NOW = 1_795_000_000_000;

describe('the countdown of the booking status', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test('runs for ten seconds', () => {
    expect(resumeCountdown('4820193756', NOW)).toEqual({ endsAt: NOW + 10_000 });
  });

  test('continues after a reload', () => {
    keepCountdown('4820193756', resumeCountdown('4820193756', NOW));
    expect(resumeCountdown('4820193756', NOW + 4_000)).toEqual({ endsAt: NOW + 10_000 });
  });

  test('is over when the reload comes after its end', () => {
    keepCountdown('4820193756', resumeCountdown('4820193756', NOW));
    expect(resumeCountdown('4820193756', NOW + 60_000)).toEqual({ endsAt: NOW + 10_000 });
  });

  test('starts again for another order', () => {
    keepCountdown('4820193756', resumeCountdown('4820193756', NOW));
    expect(resumeCountdown('1111111111', NOW + 4_000)).toEqual({ endsAt: NOW + 14_000 });
  });

  test('stays stopped once the player stopped it', () => {
    keepCountdown('4820193756', resumeCountdown('4820193756', NOW));
    keepCountdown('4820193756', 'stopped');
    expect(resumeCountdown('4820193756', NOW + 60_000)).toBe('stopped');
    expect(resumeCountdown('1111111111', NOW + 60_000)).toEqual({ endsAt: NOW + 70_000 });
  });

  test('is no longer in local storage once the player stopped it, which nothing would remove after the tab is closed', () => {
    keepCountdown('4820193756', resumeCountdown('4820193756', NOW));
    keepCountdown('4820193756', 'stopped');
    expect(localStorage.getItem('bookingStatusCountdown')).toBeNull();
    forgetCountdown('4820193756');
    expect(resumeCountdown('4820193756', NOW + 60_000)).toEqual({ endsAt: NOW + 70_000 });
  });

  test('starts again if it was deleted after the redirect', () => {
    keepCountdown('', resumeCountdown('', NOW));
    forgetCountdown('');
    expect(resumeCountdown('', NOW + 90_000)).toEqual({ endsAt: NOW + 100_000 });
  });

  test('starts again for the next failure', () => {
    keepCountdown('', resumeCountdown('', NOW));
    expect(resumeCountdown('', NOW + 4_000)).toEqual({ endsAt: NOW + 10_000 });
    expect(resumeCountdown('', NOW + 60_000)).toEqual({ endsAt: NOW + 70_000 });
  });

  test('is kept when the countdown of another order is deleted', () => {
    keepCountdown('4820193756', resumeCountdown('4820193756', NOW));
    forgetCountdown('');
    expect(resumeCountdown('4820193756', NOW + 4_000)).toEqual({ endsAt: NOW + 10_000 });
  });

  test('is ignored if its stored end is more than ten seconds away', () => {
    keepCountdown('', resumeCountdown('', NOW));
    expect(resumeCountdown('', NOW - 3_600_000)).toEqual({ endsAt: NOW - 3_590_000 });
  });

  test('starts again if the stored value is unreadable', () => {
    localStorage.setItem('bookingStatusCountdown', '4820193756|soon');
    expect(resumeCountdown('4820193756', NOW)).toEqual({ endsAt: NOW + 10_000 });
  });
});

describe('a countdown that a closed tab has left', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ now: NOW });
    keepCountdown('4820193756', { endsAt: NOW + 7_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const stored = () => localStorage.getItem('bookingStatusCountdown');

  test('is removed as the app starts elsewhere', () => {
    removeLeftCountdown('/', NOW + 7_000);
    expect(stored()).toBeNull();
  });

  test('is removed at its end if it may still run in another tab', () => {
    removeLeftCountdown('/location');
    vi.advanceTimersByTime(6_900);
    expect(stored()).not.toBeNull();
    vi.advanceTimersByTime(200);
    expect(stored()).toBeNull();
  });

  test('stays if it has begun anew', () => {
    removeLeftCountdown('/location');
    keepCountdown('1111111111', { endsAt: NOW + 12_000 });
    vi.advanceTimersByTime(8_000);
    expect(stored()).toBe(`1111111111|${NOW + 12_000}`);
  });

  test('stays for the page of the status, also after its end', () => {
    removeLeftCountdown('/booking-status', NOW + 60_000);
    expect(resumeCountdown('4820193756', NOW + 60_000)).toEqual({ endsAt: NOW + 7_000 });
  });

  test('is removed if it is unreadable or further away than a countdown is long', () => {
    for (const end of ['stopped', NOW + 60_000]) {
      localStorage.setItem('bookingStatusCountdown', `4820193756|${end}`);
      removeLeftCountdown('/', NOW);
      expect(stored()).toBeNull();
    }
  });
});
