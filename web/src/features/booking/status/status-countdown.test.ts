import { beforeEach, describe, expect, test } from 'vitest';
import { forgetCountdown, keepCountdown, resumeCountdown } from './status-countdown';

const NOW = 1_795_000_000_000;

describe('the countdown of the booking status', () => {
  beforeEach(() => localStorage.clear());

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
