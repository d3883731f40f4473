import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from '@/app/router';
import { timeDateTexts } from '@/features/booking/texts';
import { terms } from '@/features/info/content/terms';
import { everyLanguage } from '@/languages/every-language';
import { setLanguage } from '@/lib/language';
import { titleOf } from './page-titles';

/** What the server never sends without its screen (crates/http/src/pages/screen.rs). */
const WITH_SCREEN = [
  '/',
  '/location',
  '/court-selection',
  '/booking-status',
  '/booking-confirmation',
  '/join',
  '/login',
  '/forgot-password',
  '/about-us',
  '/contact-us',
  '/privacy-policy',
  '/terms-conditions',
  '/cancellation-refund-policy',
];

test('every page that can be sent without its screen has a title', () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const untitled = Object.keys(router.routesByPath).filter((path) => titleOf(path) === '');
  expect(new Set(untitled)).toEqual(new Set(WITH_SCREEN));
});

test('a page without its screen has the title of the screen, in the language of the visitor', () => {
  const titles = () => [titleOf('/time-date-selection'), titleOf('/terms-and-conditions')];
  const english = titles();
  expect(english).toEqual([timeDateTexts.documentTitle, terms.title]);
  setLanguage('hi', everyLanguage.hi);
  expect(titles()).toEqual([timeDateTexts.documentTitle, terms.title]);
  expect(titles()).not.toEqual(english);
  setLanguage('en');
});
