import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { meQuery } from '@/desk/api/me';
import type { SetUp } from './brand';
import { BrandPage } from './BrandPage';
import { brandOf, findErrors, rebaseFields, typedOf } from './draft';

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
    hold_seconds: null,
    online_hold_seconds: null,
    max_open_unpaid: null,
    max_no_shows: null,
    reminder_minutes: null,
    cancel_cutoff_minutes: null,
    bank_charge_paise: null,
    refund_weekday: null,
    refund_minute: null,
    min_age: null,
    gst_rate: null,
    sac: null,
    place_of_supply: null,
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
    refund_weekday: 5,
    refund_minute: 660,
    max_open_unpaid: 4,
    max_no_shows: 0,
    reminder_minutes: 180,
    min_age: 18,
  },
};
const unsaved: SetUp = {
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

test('a business without a brand begins with empty names, and saving opens the first required field', async () => {
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

test('a logo is saved at once, and typed text is kept', async () => {
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
    'GET /api/desk/brand': () => (isUp ? setUp : [403, problem('not_allowed')]),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);
  expect(await screen.findByText(/Empty: as on the server, 6 hours before it begins\.$/)).toBeTruthy();
  expect(screen.getByText(/Empty: as on the server, 10 minutes\.$/)).toBeTruthy();
  expect(screen.getByText(/Empty: as on the server, Fri\.$/)).toBeTruthy();
  expect(screen.getByText(/Empty: as on the server, 11:00 AM\.$/)).toBeTruthy();
});

test('a rule is typed in hours or rupees, and an empty field restores the rule of the server', async () => {
  let current = setUp;
  const { user, log } = open('/set-up/brand/policies', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': ({ body }) => {
      current = { ...setUp, version: 4, brand: body as SetUp['brand'] };
      return { version: 4 };
    },
  });
  const cutoff = await field(/^A booking can be cancelled until/);
  expect(cutoff.value).toBe('');
  await user.type(cutoff, 'soon');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write hours from 0 to 720.')).toBeTruthy();
  expect(document.activeElement).toBe(cutoff);
  expect(written(log)).toEqual([]);
  await user.clear(cutoff);
  await user.type(cutoff, '1.5');
  await user.selectOptions(await field('Refunds are sent on'), 'Mon');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[0]).toMatchObject({
    ifMatch: '"3"',
    body: { cancel_cutoff_minutes: 90, refund_weekday: 1, bank_charge_paise: null },
  });
  expect(cutoff.value).toBe('1.5');
  await user.clear(cutoff);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(written(log)[1]?.body).toMatchObject({ cancel_cutoff_minutes: null }));
});

test('an error of the server in a rule is shown at its field', async () => {
  const { user } = open('/set-up/brand/tax', {
    'PUT /api/desk/brand': () => [422, problem('invalid', { fields: { gst_rate: 'rule_range' } })],
  });
  const rate = await field(/^GST in the price/);
  await user.type(rate, '80');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write percent from 0 to 50.')).toBeTruthy();
  expect(document.activeElement).toBe(rate);
});

const confirmed = {
  name: 'confirmed',
  by_text: true,
  is_own: false,
  text: 'Baroda Pickleball Club: ##court## at ##time##.',
  server_text: null as string | null,
  placeholders: [
    { name: 'court', sample: 'Court 3' },
    { name: 'time', sample: '7:00 PM' },
  ],
  words: 'Baroda Pickleball Club: Court 3 at 7:00 PM.',
  dlt_template_id: '1107160' as string | null,
  msg91_template_id: '6530a1b2' as string | null,
};
const messages = {
  version: 3,
  provider: 'MSG91',
  second_provider: null,
  entity_id: '1101490',
  header: null,
  texts: [confirmed],
  mails: [
    { name: 'confirmed', is_sent: true, subject: 'Court 3 is yours: Sun', body: 'Court 3 is yours\n\nHi Asha' },
    { name: 'moved', is_sent: false, subject: 'Your game was moved', body: 'You now play on Court 3' },
  ],
};

test('each message shows its words as a text message and as a mail, and what is missing', async () => {
  open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => ({
      ...messages,
      texts: [
        { ...confirmed, name: 'one_time_code', text: '##code##', words: '481920 is your code.' },
        { ...confirmed, msg91_template_id: null },
        { ...confirmed, name: 'moved', words: 'BPC: moved.', by_text: false, dlt_template_id: null },
      ],
    }),
  });
  expect(await screen.findByText('481920 is your code.')).toBeTruthy();
  expect(screen.getByText(/^The text does not hold “Baroda Pickleball Club”/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Booking confirmed' })).toBeTruthy();
  expect(screen.getByText('Court 3 is yours: Sun')).toBeTruthy();
  expect(screen.getByText(/^Court 3 is yours\s+Hi Asha$/)).toBeTruthy();
  expect(screen.getByText('MSG91 cannot send it: the number of its flow is missing.')).toBeTruthy();
  expect(screen.getByText(/^Not sent as a text message: register the words/)).toBeTruthy();
  expect(screen.getByText('Not sent by mail: the server has no mail relay.')).toBeTruthy();
});

test('a text is typed with a preview and its size, and is saved with its numbers in the registries', async () => {
  let current = messages;
  const { user, log } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => current,
    'PUT /api/desk/brand/texts/{name}': ({ body }) => {
      const isOwn = body?.['text'] !== null;
      const text = isOwn ? String(body?.['text']) : confirmed.text;
      current = {
        ...messages,
        version: current.version + 1,
        texts: [{ ...confirmed, is_own: isOwn, text, server_text: isOwn ? confirmed.text : null }],
      };
      return { version: current.version };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  const words = await field('Text, exactly as it is registered');
  expect(words.value).toBe(confirmed.text);
  await user.clear(words);
  await user.type(words, '##amount##');
  expect(screen.getByText('##amount## is no value of this message. Remove it.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(written(log)).toEqual([]);
  await user.clear(words);
  await user.type(words, 'BPC: ##court## ₹');
  expect(screen.getByText('BPC: Court 3 ₹')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/^14 places, 1 message\. .*70 places instead of 160\.$/);
  await user.type(words, '{Backspace}{Backspace}');
  expect(screen.getByRole('status').textContent).toBe('12 places, 1 message.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. It is sent from now on/)).toBeTruthy();
  expect(written(log)[0]).toMatchObject({
    ifMatch: '"3"',
    body: { text: 'BPC: ##court##', dlt_template_id: '1107160', msg91_template_id: '6530a1b2' },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  expect(screen.getByText(confirmed.text)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send the server’s text again' }));
  expect(await screen.findByText(/The server’s text is sent again\./)).toBeTruthy();
  expect(written(log)[1]).toMatchObject({ ifMatch: '"4"', body: { text: null } });
});

test('a text is kept as it was typed if the server refuses it or another person changed the brand', async () => {
  let tries = 0;
  const { user } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => messages,
    'PUT /api/desk/brand/texts/{name}': () => {
      tries += 1;
      return tries === 1
        ? [422, problem('invalid', { fields: { text: 'origin_line', msg91_template_id: 'required' } })]
        : [412, problem('changed_meanwhile')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  const words = await field('Text, exactly as it is registered');
  await user.type(words, ' See you');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^The last line must be @your\.host/)).toBeTruthy();
  expect(screen.getByText('This is needed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Another person changed the brand meanwhile\./)).toBeTruthy();
  expect(words.value).toBe(`${confirmed.text} See you`);
});

test('a manager reads the messages and cannot change them', async () => {
  open('/set-up/brand/messages', {
    'GET /api/desk/me': manager,
    'GET /api/desk/brand/texts': () => messages,
  });
  expect(await screen.findByText(confirmed.words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Change the text/ })).toBeNull();
});

test('typed values become the body of the request, and errors have the codes of the server', () => {
  const typed = typedOf(setUp.brand, 3);
  expect(brandOf(typed)).toEqual(setUp.brand);
  expect(brandOf({ ...typed, paddle_fee_paise: '1999.50', instagram_url: ' https://x.in ' })).toMatchObject({
    paddle_fee_paise: 199_950,
    instagram_url: 'https://x.in',
  });
  const rules = typedOf(
    {
      ...setUp.brand,
      hold_seconds: 100,
      reminder_minutes: 100,
      bank_charge_paise: 1050,
      refund_minute: 545,
      gst_rate: 1250,
      max_no_shows: 0,
      sac: '',
    },
    3,
  );
  expect(rules).toMatchObject({
    hold_seconds: '1.6667',
    refund_minute: '09:05',
    gst_rate: '12.5',
    max_no_shows: '0',
    sac: 'none',
    place_of_supply: '',
  });
  expect(brandOf(rules)).toMatchObject({
    hold_seconds: 100,
    reminder_minutes: 100,
    bank_charge_paise: 1050,
    refund_minute: 545,
    gst_rate: 1250,
    max_no_shows: 0,
    sac: '',
    place_of_supply: null,
  });
  expect(findErrors({ ...rules, min_age: '12.5', refund_minute: '25:00' })).toEqual({
    min_age: 'rule_range',
    refund_minute: 'rule_range',
  });
  expect(findErrors(typed)).toEqual({});
  expect(
    findErrors({ ...typed, phone: '12', whatsapp_url: 'http://wa.me', paddle_fee_paise: 'much', accent: 'lime' }),
  ).toEqual({
    phone: 'phone',
    whatsapp_url: 'link',
    paddle_fee_paise: 'range',
    accent: 'colour',
  });
  const other = { ...typed, email: 'care@club.example' };
  expect(rebaseFields({ ...typed, phone: '98250 41736' }, typed, other)).toEqual({ ...other, phone: '98250 41736' });
});
