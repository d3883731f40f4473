import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import type { BrandSettings } from './brand';
import { field, manager, open, prepareEach, settings, written } from './brand.test-kit';

const unsaved: BrandSettings = {
  ...settings,
  version: 0,
  is_managed_here: false,
  brand: {
    ...settings.brand,
    name: 'Sideout',
    short_name: 'Sideout',
    legal_name: 'Sideout',
    phone: '',
    email: '',
    address: '',
  },
};

prepareEach();

const preview = () => within(screen.getByRole('region', { name: /^The home page on a phone/ }));

test('the parts say what is missing', async () => {
  open('/set-up/brand');
  expect(await screen.findByRole('link', { name: /^Tax and receipts.*1 field is empty$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^How to reach you.*1 field is empty$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Bookings and refunds.*Set on the server$/ })).toBeTruthy();
  const messages = screen.getByRole('link', { name: /^Messages to players/ });
  expect(messages.textContent, 'a text may be the own one of the business').not.toMatch(/Set on the server/);
});

test('typed text is shown in the preview at once, and saved with the version that was read', async () => {
  const { user, log } = open('/set-up/brand/name', { 'PUT /api/desk/brand': () => ({ version: 4 }) });
  await user.type(await field(/^Headline/), 'Smash on');
  expect(preview().getByText('Smash on')).toBeTruthy();
  expect(screen.getByText('Not saved: Name and words')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  const [sent] = written(log);
  expect(sent).toMatchObject({
    ifMatch: '"3"',
    body: { hero_title: 'Smash on', gstin: null, paddle_fee_paise: 250_000 },
  });
});

test('a word can be added to a field that is not empty', async () => {
  const { user } = open('/set-up/brand/name');
  const name = await field('Full name');
  await user.type(name, ' and Bar');
  expect(name.value).toBe('Baroda Pickleball Club and Bar');
});

test('a business without a brand begins with empty names, and saving opens the first required field that is empty', async () => {
  const { user, log } = open('/set-up/brand/name', { 'GET /api/desk/brand': () => unsaved });
  const name = await field('Full name');
  expect(name.value).toBe('');
  expect(screen.getByText('Your brand is not set up yet')).toBeTruthy();
  await user.type(name, 'Smash Club');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await field('Phone for questions')).toBe(document.activeElement);
  expect(screen.getByText('Not right yet: How to reach you')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'How to reach you' })).toBeTruthy();
  expect(written(log)).toEqual([]);
});

test('a change by another person is read, typed text stays on top of it, and the next try saves both', async () => {
  let current = settings;
  const { user, log } = open('/set-up/brand/reach', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': ({ ifMatch }) => (ifMatch === '"3"' ? [412, problem('changed_meanwhile')] : { version: 8 }),
  });
  const phone = await field('Phone for questions');
  await user.clear(phone);
  await user.type(phone, '98250 41736');
  current = { ...settings, version: 7, brand: { ...settings.brand, email: 'care@club.example' } };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Another person changed the brand meanwhile\./)).toBeTruthy();
  await vi.waitFor(async () => expect((await field('E-mail for questions')).value).toBe('care@club.example'));
  expect(phone.value).toBe('98250 41736');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[1]).toMatchObject({ ifMatch: '"7"', body: { phone: '98250 41736', email: 'care@club.example' } });
});

test('an error of the server is shown at its field, and typed text is kept', async () => {
  const { user } = open('/set-up/brand/links', {
    'PUT /api/desk/brand': () => [422, problem('invalid', { fields: { map_embed_url: 'map_host' } })],
  });
  const map = await field(/^Map to embed/);
  await user.type(map, 'https://maps.example/1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Pages may not show maps of this site\./)).toBeTruthy();
  expect(document.activeElement).toBe(map);
  expect(map.value).toBe('https://maps.example/1');
});

test('an error of the server after the page was left is reported, and opens no part', async () => {
  const answer = deferred<readonly [422, ReturnType<typeof problem>]>();
  const { user, log, place, back } = open('/set-up/brand/name', { 'PUT /api/desk/brand': () => answer.promise });
  await user.type(await field(/^Headline/), 'Smash on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(log)).toHaveLength(1));
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answer.resolve([422, problem('invalid', { fields: { phone: 'phone' } })]);
  await screen.findByText(/The brand was not saved/);
  await act(() => pause(0));
  expect(place()).toBe('/elsewhere');
});

test('without a network the screen says that the brand could not be loaded', async () => {
  goOffline();
  open('/set-up/brand/name', { 'GET /api/desk/brand': () => 'no network' });
  expect(await screen.findByText('The brand could not be loaded')).toBeTruthy();
});

test.each([
  [/^Headline/, 'hero_title', 'At most 500 characters.'],
  [/^Short name/, 'short_name', 'At most 60 characters.'],
])('a text that is too long for %s names the bound', async (label, name, message) => {
  const { user } = open('/set-up/brand/name', {
    'PUT /api/desk/brand': () => [422, problem('invalid', { fields: { [name]: 'length' } })],
  });
  await user.type(await field(label), 'Smash on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('a save without an answer is not said to have failed', async () => {
  const { user } = open('/set-up/brand/name', { 'PUT /api/desk/brand': () => [503, problem('unknown_outcome')] });
  await user.type(await field(/^Headline/), 'Smash on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.queryByText('Not saved')).toBeNull();
});

test('after a lost answer and a new logo the same words are saved by another request', async () => {
  let current = settings;
  const { user, log } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': () => (current === settings ? [503, problem('unknown_outcome')] : { version: 5 }),
    'PUT /api/desk/brand/logo': () => {
      current = { ...settings, version: 4, logo: '/images/9f86d081884c7d659a2feaa0c55ad015.png' };
      return { version: 4 };
    },
  });
  await user.type(await field('Accent: code of the colour'), '#ffc107');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  await user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Logo' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  const sent = written(log).filter(({ call }) => call === 'PUT /api/desk/brand');
  expect(sent.at(-1)?.ifMatch).toBe('"4"');
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
}, 20_000);

test('a proof that expires during typing is requested again, and typed text is kept', async () => {
  let isProven = false;
  const { user } = open('/set-up/brand/tax', {
    'PUT /api/desk/brand': () => (isProven ? { version: 4 } : [403, problem('proof_needed')]),
    'POST /api/desk/me/prove': () => {
      isProven = true;
      return [204, null];
    },
  });
  await user.type(await field(/^GSTIN/), '27aapfu0939f1zv');
  expect(screen.getByText(/^The check character fits\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(await field('Code of the app'), '123456{Enter}');
  expect((await field(/^GSTIN/)).value).toBe('27AAPFU0939F1ZV');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
});

test('a manager reads the brand and cannot change it', async () => {
  open('/set-up/brand/name', { 'GET /api/desk/me': manager });
  expect((await field('Full name')).readOnly).toBe(true);
  expect(screen.getByText(/An owner changes it\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('without the permission the screen says who sees the brand', async () => {
  open('/set-up/brand', { 'GET /api/desk/me': () => sampleMe });
  expect(await screen.findByText('Managers and owners see the brand.')).toBeTruthy();
});

test('a failed read is shown with a button to try again', async () => {
  let isUp = false;
  const { user } = open('/set-up/brand/policies', {
    'GET /api/desk/brand': () => (isUp ? settings : [403, problem('not_allowed')]),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);
  expect(await screen.findByText(/Empty: as on the server, 6 hours before it begins\.$/)).toBeTruthy();
  expect(screen.getByText(/Empty: as on the server, 10 minutes\.$/)).toBeTruthy();
  expect(screen.getByText(/Empty: as on the server, Fri\.$/)).toBeTruthy();
  expect(screen.getByText(/Empty: as on the server, 11:00 AM\.$/)).toBeTruthy();
});

test('what is typed while the brand is saved stays, and is saved next', async () => {
  const answer = deferred<{ version: number }>();
  let current = settings;
  const { user, log } = open('/set-up/brand/name', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': () => answer.promise,
  });
  const headline = await field(/^Headline/);
  await user.type(headline, 'Smash on');
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(save.getAttribute('aria-busy')).toBe('true');
  await user.type(headline, '!');
  current = { ...settings, version: 4, brand: { ...settings.brand, hero_title: 'Smash on' } };
  answer.resolve({ version: 4 });
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(headline.value).toBe('Smash on!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(written(log)).toHaveLength(2));
  expect(written(log)[1]).toMatchObject({ ifMatch: '"4"', body: { hero_title: 'Smash on!' } });
});

test('a field that is cleared again while the brand is saved stays empty, and is saved next', async () => {
  const answer = deferred<{ version: number }>();
  const { user, log } = open('/set-up/brand/name', {
    'PUT /api/desk/brand': () => answer.promise,
  });
  const headline = await field(/^Headline/);
  await user.type(headline, 'S');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.clear(headline);
  answer.resolve({ version: 4 });
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(headline.value).toBe('');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(written(log)).toHaveLength(2));
  expect(written(log)[1]).toMatchObject({ ifMatch: '"4"', body: { hero_title: '' } });
});

test('a change can be typed as soon as the last one is saved, before the brand is read again', async () => {
  let reading = Promise.resolve();
  let current = settings;
  const { user, queryClient } = open('/set-up/brand/name', {
    'GET /api/desk/brand': () => reading.then(() => current),
    'PUT /api/desk/brand': () => ({ version: 4 }),
  });
  const headline = await field(/^Headline/);
  await user.type(headline, 'Smash on');
  const read = deferred<void>();
  reading = read.promise;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  await user.type(headline, '!');
  current = { ...settings, version: 4, brand: { ...settings.brand, hero_title: 'Smash on' } };
  read.resolve();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(headline.value).toBe('Smash on!');
  expect(screen.getByText('Not saved: Name and words')).toBeTruthy();
});

test('what is typed while the brand is read again stays on top of it', async () => {
  let current = settings;
  let reading = Promise.resolve();
  const { user } = open('/set-up/brand/name', {
    'GET /api/desk/brand': () => reading.then(() => current),
    'PUT /api/desk/brand': () => [412, problem('changed_meanwhile')],
  });
  const headline = await field(/^Headline/);
  await user.type(headline, 'Smash');
  current = { ...settings, version: 7, brand: { ...settings.brand, tagline: 'Play more' } };
  const read = deferred<void>();
  reading = read.promise;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Another person changed the brand meanwhile\./)).toBeTruthy();
  await user.type(headline, ' on');
  read.resolve();
  expect(await screen.findByDisplayValue('Play more')).toBeTruthy();
  expect(headline.value).toBe('Smash on');
});

test('after a save and after a discard by key the focus is in the form', async () => {
  const { user } = open('/set-up/brand/name', { 'PUT /api/desk/brand': () => ({ version: 4 }) });
  const headline = await field(/^Headline/);
  const form = screen.getByRole('form', { name: 'Brand' });
  for (const name of ['Save', 'Discard']) {
    await user.type(headline, '!');
    screen.getByRole('button', { name }).focus();
    await user.keyboard('{Enter}');
    await vi.waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    await vi.waitFor(() => expect(document.activeElement).toBe(form));
  }
});

test('what was typed is there again when the screen is opened anew', async () => {
  const { user } = open('/set-up/brand/name');
  await user.type(await field(/^Headline/), 'Smash on');
  // The screen is removed, and opened again with nothing that was read before.
  open('/set-up/brand/name');
  expect((await field(/^Headline/)).value).toBe('Smash on');
  expect(screen.getByText('Not saved: Name and words')).toBeTruthy();
});

test('a brand that is saved after another person has signed in leaves them no draft', async () => {
  const answer = deferred<{ version: number }>();
  const { user, log, back } = open('/set-up/brand/name', { 'PUT /api/desk/brand': () => answer.promise });
  await user.type(await field(/^Headline/), 'Smash on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(log)).toHaveLength(1));
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  dropPersonalStores();
  answer.resolve({ version: 4 });
  await screen.findByText(/Saved\. Players see it now\./);
  const saved = { ...settings, version: 4, brand: { ...settings.brand, hero_title: 'Smash on' } };
  open('/set-up/brand/name', { 'GET /api/desk/brand': () => saved });
  expect((await field(/^Headline/)).value).toBe('Smash on');
  expect(screen.queryByText(/^Not saved/)).toBeNull();
});

test('a brand that is saved late leaves the draft of another person as it is, with the version they have seen', async () => {
  const answer = deferred<{ version: number }>();
  const first = open('/set-up/brand/name', { 'PUT /api/desk/brand': () => answer.promise });
  await first.user.type(await field(/^Headline/), 'Smash on');
  await first.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(first.log)).toHaveLength(1));
  dropPersonalStores();
  const { user, log } = open('/set-up/brand/name', {
    'PUT /api/desk/brand': () => [412, problem('changed_meanwhile')],
  });
  await user.type(await field(/^Line under your name/), 'Play more');
  answer.resolve({ version: 4 });
  await screen.findByText(/Saved\. Players see it now\./);
  expect((await field(/^Headline/)).value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(log)).toHaveLength(1));
  expect(written(log)[0]).toMatchObject({ ifMatch: '"3"', body: { tagline: 'Play more' } });
});
