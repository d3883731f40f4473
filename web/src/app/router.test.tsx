import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSession } from '@/lib/session';
import { signIn } from '@/testing/sign-in';
import { createAppRouter } from './router';

/** Opens an address: returns the route, the resulting address, the return state of the navigation, and whether all loaded. */
async function visit(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createAppRouter(history);
  await router.load();
  const { location, matches } = router.state;
  const found = matches.every((match) => match.status === 'success');
  return { route: matches.at(-1)?.routeId, href: location.href, back: location.state.returnTo, found };
}

/** Addresses of screens that need a login, each with its route. */
const PRIVATE: [address: string, route: string][] = [
  ['/your-profile', '/your-profile'],
  ['/your-profile/profile-update', '/your-profile/profile-update'],
  ['/your-profile/booking-history?tab=Courts', '/your-profile/booking-history'],
  ['/history-details/0123456789', '/history-details/$orderNumber'],
  [
    '/your-profile/your-profile/profile-update/change-password',
    '/your-profile/your-profile/profile-update/change-password',
  ],
  ['/cancel-booking?orderId=0123456789', '/cancel-booking'],
];

const PUBLIC: [address: string, route: string][] = [
  ['/', '/'],
  ['/join', '/join'],
  ['/login', '/login'],
  ['/forgot-password', '/forgot-password'],
  ['/mobile-verification?user=h_1&reg=0&forgot=true&phone=%2B919876543210', '/mobile-verification'],
  ['/change-password?user=h_1', '/change-password'],
  ['/location', '/location'],
  ['/time-date-selection?venue=1&sport=1&device_id=aB3dE5fG7h', '/time-date-selection'],
  ['/court-selection?venue=1&sport=1&date=2026-11-22&time=7:00 PM&court=3', '/court-selection'],
  ['/booking-status', '/booking-status'],
  ['/booking-confirmation?orderId=0123456789', '/booking-confirmation'],
  ['/contact-us', '/contact-us'],
  ['/privacy-policy', '/privacy-policy'],
  ['/terms-conditions', '/terms-conditions'],
  ['/cancellation-refund-policy', '/cancellation-refund-policy'],
  ['/about-us', '/about-us'],
];

beforeEach(() => {
  localStorage.clear();
  endSession();
});

describe('the routes', () => {
  test.each(PUBLIC)('%s is a screen without login', async (address, route) => {
    expect(await visit(address)).toMatchObject({ route, found: true });
  });

  test.each(PRIVATE)('%s is a screen that requires a login', async (address, route) => {
    signIn();
    expect(await visit(address)).toMatchObject({ route, href: address, found: true });
  });

  test.each(PRIVATE)('%s sends a visitor to login with the way back', async (address) => {
    expect(await visit(address)).toMatchObject({ route: '/login', href: '/login', back: address, found: true });
  });

  test('the address that the sign-up form links to redirects to the registered one', async () => {
    expect(await visit('/terms-and-conditions')).toMatchObject({
      route: '/terms-conditions',
      href: '/terms-conditions',
    });
  });

  test('an unknown address is not found', async () => {
    // Only the root route matches, which then renders the not-found page.
    expect((await visit('/no/such/page')).route).toBe('__root__');
  });
});
