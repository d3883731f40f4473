import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleMe, serveDesk } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import type { Me } from '@/desk/api/me';
import { SetUpPage } from './SetUpPage';

const all = Object.fromEntries(
  ['setup.read', 'setup.edit', 'hours.publish', 'price.publish', 'coupon.edit', 'staff.manage', 'message.read'].map(
    (permission) => [permission, 'yes'],
  ),
);

function open(me: Partial<Me>) {
  serveDesk({ 'GET /api/desk/me': () => ({ ...sampleMe, ...me }) });
  renderScreen({ path: '/set-up', component: withMe(SetUpPage) });
}

const names = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('link')
    .map((link) => link.querySelector('.font-bold')?.textContent);

test('the set-up has links only to the screens that a person may open', async () => {
  open({ permissions: all });
  expect(await screen.findByRole('heading', { level: 1, name: 'Set-up' })).toBeTruthy();
  expect(names('Your business')).toEqual([
    'Brand and texts',
    'Venues and courts',
    'Opening hours',
    'Prices',
    'Coupons',
  ]);
  expect(screen.queryByText(/no venue yet/)).toBeNull();
  expect(names('Your people')).toEqual(['Staff']);
  expect(names('What happened')).toEqual(['Messages']);
  expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull();
});

test('a person without permissions sees only their own sign-in, devices and look', async () => {
  open({ permissions: {} });
  expect(await screen.findByRole('link', { name: /^Your sign-in, devices and look/ })).toBeTruthy();
  expect(screen.getAllByRole('region')).toHaveLength(1);
});

test('an owner without a venue sees the first steps, with the next one marked', async () => {
  open({ permissions: all, venues: [], has_key: true, business: { ...sampleMe.business, has_brand: false } });
  const steps = within(await screen.findByRole('region', { name: 'Your first steps' }));
  const items = steps.getAllByRole('listitem');
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null, null]);
  expect(steps.getByRole('heading', { name: 'Make your sign-in safe Done' })).toBeTruthy();
  expect(steps.getByRole('link', { name: 'Set up the brand' }).getAttribute('href')).toBe('/set-up/brand');
  expect(screen.queryByText(/no venue yet/)).toBeNull();
  // Hours and prices need a venue.
  expect(names('Your business')).toEqual(['Brand and texts', 'Venues and courts', 'Coupons']);
});

test('an owner who has added a venue before the brand reads that it is missing', async () => {
  open({ permissions: all, business: { ...sampleMe.business, has_brand: false } });
  expect(await screen.findByText('Players do not see yet who you are')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set up the brand' }).getAttribute('href')).toBe('/set-up/brand');
});

test('a person who cannot write the brand does not read that it is missing', async () => {
  open({ permissions: {}, business: { ...sampleMe.business, has_brand: false } });
  expect(await screen.findByRole('link', { name: /^Your sign-in, devices and look/ })).toBeTruthy();
  expect(screen.queryByText('Players do not see yet who you are')).toBeNull();
});

test('an owner whose only venue is retired does not begin again', async () => {
  const retired = (venue: (typeof sampleMe.venues)[number]) => ({ ...venue, is_retired: true });
  open({ permissions: all, venues: [], past_venues: sampleMe.venues.map(retired) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Set-up' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Venues and courts/ })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull();
  expect(screen.queryByText(/no venue yet/)).toBeNull();
});

test('a person whose only venue is retired reads that it is, and who can bring it back', async () => {
  const retired = { id: 1, name: 'Riverside Arena', time_zone: 'Asia/Kolkata', is_retired: true };
  open({ permissions: {}, venues: [], past_venues: [retired] });
  const text = 'Each venue of yours is retired. An owner can bring it back under Set-up.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText(/no venue yet/)).toBeNull();
});

test('a person without a venue who cannot add one reads who can give them one', async () => {
  open({ permissions: {}, venues: [] });
  expect(await screen.findByText('You have no venue yet. Ask an owner to give you one.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull();
});
