import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { meQuery } from '@/desk/api/me';
import type { SetUp } from './brand';
import { BrandPage } from './BrandPage';
import { brandOf, rebased, typedOf, wrongOf } from './draft';

const owner = () => ({
  ...sampleMe,
  staff: { ...sampleMe.staff, role: 'owner' as const },
  permissions: { ...sampleMe.permissions, 'setup.read': 'yes', 'setup.edit': 'yes' },
  proof_until: new Date(Date.now() + 300_000).toISOString(),
});
const manager = () => ({ ...owner(), permissions: { ...sampleMe.permissions, 'setup.read': 'yes' } });

const setUp: SetUp = {
  version: 3,
  is_managed_here: true,
  logo: null,
  map_hosts: ['https://www.google.com'],
  brand: {
    name: 'Baroda Pickleball Club',
    short_name: 'BPC',
    tagline: '',
    hero_title: '',
    phone: '+912652000000',
    email: 'hello@club.example',
    address: '12 River Road, Vadodara',
    whatsapp_url: null,
    community_url: null,
    coaching_url: null,
    instagram_url: null,
    facebook_url: null,
    map_embed_url: null,
    legal_name: 'Baroda Pickleball Club LLP',
    grievance_officer: null,
    grievance_email: null,
    gstin: null,
    jurisdiction: null,
    terms_since: null,
    paddle_fee_paise: 250_000,
    timezone: 'Asia/Kolkata',
    accent: null,
    court: null,
  },
  receipts: {
    series: 'R',
    credit_series: 'C',
    gst_rate_hundredths: 1800,
    sac: '999652',
    place_of_supply: '',
  },
  policies: {
    hold_seconds: 600,
    online_hold_seconds: 1200,
    cancel_cutoff_minutes: 360,
    bank_charge_paise: 3000,
    refund_weekday: 4,
    refund_minute: 660,
    max_open_unpaid: 4,
    max_no_shows: 0,
    reminder_minutes: 180,
    min_age: 18,
  },
};
const nobody: SetUp = {
  ...setUp,
  version: 0,
  is_managed_here: false,
  brand: {
    ...setUp.brand,
    name: 'Sideout',
    short_name: 'Sideout',
    legal_name: 'Sideout',
    phone: '',
    email: '',
    address: '',
  },
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(at: string, replies: DeskReplies = {}) {
  const log = serveDesk({ 'GET /api/desk/me': owner, 'GET /api/desk/brand': () => setUp, ...replies });
  return { ...renderScreen({ path: '/set-up/brand/{-$part}', at, component: BrandWithMe }), log };
}

/** The app's frame loads who is signed in; here this component does. */
function BrandWithMe() {
  useQuery(meQuery);
  return <BrandPage />;
}

const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const preview = () => within(screen.getByRole('region', { name: /^The home page on a phone/ }));
const written = (log: ReturnType<typeof open>['log']) => log.filter(({ call }) => call.startsWith('PUT'));

test('the parts say what is missing', async () => {
  open('/set-up/brand');
  expect(await screen.findByRole('link', { name: /^Tax and receipts.*1 field is empty$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^How to reach you.*1 field is empty$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Bookings and refunds.*Set on the server$/ })).toBeTruthy();
});

test('what is typed is in the preview at once, and saved with the version that was seen', async () => {
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

test('a business without a brand begins with empty names, and is led to what is needed', async () => {
  const { user, log } = open('/set-up/brand/name', { 'GET /api/desk/brand': () => nobody });
  const name = await field('Full name');
  expect(name.value).toBe('');
  expect(screen.getByText('Nobody has written your brand yet')).toBeTruthy();
  await user.type(name, 'Smash Club');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await field('Phone for questions')).toBe(document.activeElement);
  expect(screen.getByText('Not right yet: How to reach you')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'How to reach you' })).toBeTruthy();
  expect(written(log)).toEqual([]);
});

test('what somebody else changed meanwhile is shown under what was typed, which is saved on the next try', async () => {
  let current = setUp;
  const { user, log } = open('/set-up/brand/reach', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': ({ ifMatch }) => (ifMatch === '"3"' ? [412, problem('changed_meanwhile')] : { version: 8 }),
  });
  const phone = await field('Phone for questions');
  await user.clear(phone);
  await user.type(phone, '98250 41736');
  current = { ...setUp, version: 7, brand: { ...setUp.brand, email: 'care@club.example' } };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Somebody changed the brand meanwhile\./)).toBeTruthy();
  await vi.waitFor(async () => expect((await field('E-mail for questions')).value).toBe('care@club.example'));
  expect(phone.value).toBe('98250 41736');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[1]).toMatchObject({ ifMatch: '"7"', body: { phone: '98250 41736', email: 'care@club.example' } });
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
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

test('a proof that ends during typing is requested again, and nothing that was typed is lost', async () => {
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

test('a colour that cannot be read is not saved, and the nearest one is offered', async () => {
  const { user, log } = open('/set-up/brand/look', { 'PUT /api/desk/brand': () => ({ version: 4 }) });
  const court = await field('Outdoor courts: code of the colour');
  await user.type(court, '#4fc3f7');
  expect(screen.getByText(/At least 4\.5 : 1 is needed/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Players could not read this\./)).toBeTruthy();
  expect(written(log)).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Take #[\da-f]{6} instead$/ }));
  expect(screen.getByText(/^Contrast 4\.5 : 1\. Good to read/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[0]?.body?.['court']).toMatch(/^#[\da-f]{6}$/);
});

test('a logo is saved at once, and what was typed stays', async () => {
  let current = setUp;
  const { user, log } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand/logo': () => {
      current = { ...setUp, version: 4, logo: '/images/9f86d081884c7d659a2feaa0c55ad015.png' };
      return { version: 4 };
    },
    'PUT /api/desk/brand': () => ({ version: 5 }),
  });
  await user.type(await field('Accent: code of the colour'), '#ffc107');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  await user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Logo' })).toBeTruthy();
  expect(written(log)[0]).toMatchObject({
    call: 'PUT /api/desk/brand/logo',
    ifMatch: '"3"',
    body: { picture: 'data:image/png;base64,eA==' },
  });
  expect((await field('Accent: code of the colour')).value).toBe('#ffc107');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[1]).toMatchObject({ ifMatch: '"4"', body: { accent: '#ffc107' } });
});

test('a manager reads', async () => {
  open('/set-up/brand/name', { 'GET /api/desk/me': manager });
  expect((await field('Full name')).readOnly).toBe(true);
  expect(screen.getByText(/An owner changes it\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a clerk is told who sees the brand', async () => {
  open('/set-up/brand', { 'GET /api/desk/me': () => sampleMe });
  expect(await screen.findByText('Managers and owners see the brand.')).toBeTruthy();
});

test('a failed read is told with a way to try again', async () => {
  let isUp = false;
  const { user } = open('/set-up/brand/policies', {
    'GET /api/desk/brand': () => (isUp ? setUp : [403, problem('not_allowed')]),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);
  expect(await screen.findByText('6 hours before it begins')).toBeTruthy();
  expect(screen.getByText('10 minutes')).toBeTruthy();
  expect(screen.getByText('Fri, 11:00 AM')).toBeTruthy();
});

test('each message shows its words and what is missing', async () => {
  const text = { by_text: true, by_mail: true, dlt_template_id: '1107160', msg91_template_id: '6530a1b2' };
  open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => ({
      provider: 'MSG91',
      second_provider: null,
      entity_id: '1101490',
      header: null,
      texts: [
        { ...text, name: 'one_time_code', by_mail: false, words: '481920 is your BPC code.' },
        { ...text, name: 'confirmed', words: 'BPC: Court 3 is yours.', msg91_template_id: null },
        { ...text, name: 'moved', words: 'BPC: moved.', by_text: false, dlt_template_id: null },
      ],
    }),
  });
  expect(await screen.findByText('481920 is your BPC code.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Booking confirmed' })).toBeTruthy();
  expect(screen.getByText(/^MSG91 cannot send it: messaging\.templates\.confirmed\./)).toBeTruthy();
  expect(screen.getByText(/^Goes by mail alone: .*messaging\.templates\.moved\.$/)).toBeTruthy();
});

test('what is typed becomes what is sent', () => {
  const typed = typedOf(setUp.brand, 3);
  expect(brandOf(typed)).toEqual(setUp.brand);
  expect(brandOf({ ...typed, paddle_fee_paise: '1999.50', instagram_url: ' https://x.in ' })).toMatchObject({
    paddle_fee_paise: 199_950,
    instagram_url: 'https://x.in',
  });
  expect(wrongOf(typed)).toEqual({});
  expect(
    wrongOf({ ...typed, phone: '12', whatsapp_url: 'http://wa.me', paddle_fee_paise: 'much', accent: 'lime' }),
  ).toEqual({
    phone: 'phone',
    whatsapp_url: 'link',
    paddle_fee_paise: 'range',
    accent: 'colour',
  });
  const other = { ...typed, email: 'care@club.example' };
  expect(rebased({ ...typed, phone: '98250 41736' }, typed, other)).toEqual({ ...other, phone: '98250 41736' });
});
