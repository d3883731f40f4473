import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { givenBackTexts } from '@/api/given-back-texts';
import { offerSearch } from '@/lib/search';
import { freeCourt, listedChoices, displacedGame, movedGame, offersWith, outdoorAt } from '@/testing/closed-court';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { proxyError, refusal, type Replies, type Reply, serve, success, undescribed } from '@/testing/stand-in-server';
import { OfferPage } from './OfferPage';

const TOKEN = 'cl_Zk3fWq0m';
const OFFERS = 'GET /api/offers/{token}';
const CHOICES = 'GET /api/offers/{token}/choices';
const MOVE = 'POST /api/offers/{token}/move';
const REFUND = 'POST /api/offers/{token}/refund';

function open(replies: Replies, at = '') {
  const log = serve({ [OFFERS]: () => offersWith(displacedGame), [CHOICES]: () => listedChoices, ...replies });
  const path = '/r/$token';
  return { ...renderScreen({ path, component: OfferPage, search: offerSearch, at: `/r/${TOKEN}${at}` }), log };
}

const action = (name: string | RegExp) => screen.findByRole('button', { name });

beforeEach(() => localStorage.clear());

test('the page says what happened, when the game was and what was paid', async () => {
  open({});
  expect(await screen.findByRole('heading', { level: 1, name: 'Rain closed Court 2' })).toBeTruthy();
  expect(document.body.textContent).toContain(
    'Your game today, 8:00 PM at Old Mill Pickleball cannot be played. You paid ₹1,000. You choose.',
  );
  expect(screen.getByText('Please answer by 7:30 PM')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call us' }).getAttribute('href')).toBe('tel:+912650000100');
});

test('the deadline and today are those of the venue’s time zone', async () => {
  // In Auckland it is Monday, 1:54 AM, and the deadline is Monday, 3:00 AM.
  const lost = { ...displacedGame.lost, day: '2026-11-23', minute: 210 };
  open({ [OFFERS]: () => ({ ...offersWith({ ...displacedGame, lost }), timezone: 'Pacific/Auckland' }) });
  expect(await screen.findByText('Please answer by 3:00 AM')).toBeTruthy();
  expect(document.body.textContent).toContain('Your game today, 3:30 AM at Old Mill Pickleball cannot be played.');
});

test('the venue’s own words are shown under the heading', async () => {
  open({ [OFFERS]: () => ({ ...offersWith(displacedGame), cause: 'other', reason: 'Tree on the fence' }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Court 2 is closed' })).toBeTruthy();
  expect(screen.getByText('Tree on the fence')).toBeTruthy();
});

test('the heading depends on the cause, not on the venue’s own words', async () => {
  open({ [OFFERS]: () => ({ ...offersWith(displacedGame), cause: 'lights', reason: 'No light in the hall' }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'The lights failed at Court 2' })).toBeTruthy();
});

test('without a cause the heading is general, with the venue’s own words under it', async () => {
  open({ [OFFERS]: () => ({ ...offersWith(displacedGame), cause: null, reason: 'Rain' }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Court 2 is closed' })).toBeTruthy();
  expect(screen.getByText('Rain')).toBeTruthy();
});

test('the nearest court is chosen first, the button names it, and the move is sent with what is due', async () => {
  const { user, log } = open({ [MOVE]: () => ({ ...success(), game: movedGame }) });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  expect(log.find(({ call }) => call.endsWith('/move'))?.body).toEqual({
    orderid: '4820193756',
    venue: 1,
    court: 31,
    day: '2026-11-22',
    minute: 1200,
    due_paise: 10_000,
    back_paise: 0,
  });
  expect(screen.getByText('#4071553902')).toBeTruthy();
  expect(screen.getByText('To pay at the desk').nextElementSibling?.textContent).toBe('₹100');
  expect(document.activeElement?.textContent).toBe('You play on Court 11');
});

test('each choice says in words what it means for the money, and all are one group', async () => {
  const { user } = open({});
  await action('Take Court 11, 8 PM');
  const names = screen
    .getAllByRole('radio')
    .map((radio) => radio.parentElement?.querySelector('.sr-only')?.textContent);
  expect(names).toEqual([
    'Indoor, 8 PM. Court 11, the same hour. ₹100 more, at the desk',
    '9 PM, Sunday, 22 November. Court 5, Outdoor. same price',
    '10 PM, Sunday, 22 November. Court 5, Outdoor. same price',
    'Monday, 23 November, 8 PM. Court 5, Outdoor. ₹100 back',
    'Wednesday, 25 November, 8 PM. Court 5, Outdoor. same price',
    'Money back, ₹1,000. To what you paid with, on its way at once.',
  ]);
  expect(new Set(screen.getAllByRole<HTMLInputElement>('radio').map(({ name }) => name)).size).toBe(1);
  await user.click(screen.getByRole('radio', { name: /^Monday, 23 November/ }));
  expect(await action('Take Court 5, Mon 23, 8 PM')).toBeTruthy();
});

test('a full day shows its other hours, and one of them can be taken', async () => {
  const { user, log } = open({
    'GET /api/offers/{token}/hours': ({ query }) => ({
      ...success(),
      hours: [outdoorAt(query.get('day') ?? '', 1080)],
    }),
  });
  await user.click(await action('Tuesday, 24 November: full at 8 PM. Other hours'));
  await user.click(await screen.findByRole('radio', { name: /^6 PM, Tuesday, 24 November/ }));
  expect(await action('Take Court 5, Tue 24, 6 PM')).toBeTruthy();
  const requested = log.find(({ call }) => call.endsWith('/hours'))?.query;
  expect([requested?.get('day'), requested?.get('venue')]).toEqual(['2026-11-24', '1']);
});

test('the hours of a day say what they mean for the money if the heading does not', async () => {
  const dearer = { due_paise: 20_000, back_paise: 0 };
  const full = listedChoices.other_days.map(({ day }) => ({ day, choice: null }));
  const other_days = [...full.slice(0, 2), { day: '2026-11-25', choice: outdoorAt('2026-11-25', 1200) }];
  const { user } = open({
    [CHOICES]: () => ({ ...listedChoices, other_days }),
    'GET /api/offers/{token}/hours': ({ query }) => ({
      ...success(),
      hours: [1080, 1140].map((minute) => Object.assign(outdoorAt(query.get('day') ?? '', minute), dearer)),
    }),
  });
  await user.click(await action('Monday, 23 November: full at 8 PM. Other hours'));
  const tile = (await screen.findByRole('radio', { name: /^6 PM, Monday, 23 November/ })).parentElement;
  expect(within(tile as HTMLElement).getByText('₹200 more')).toBeTruthy();
});

test('the button that closes the hours of a day stays, with the focus', async () => {
  const { user } = open({ 'GET /api/offers/{token}/hours': () => ({ ...success(), hours: [] }) });
  await user.click(await action('Tuesday, 24 November: full at 8 PM. Other hours'));
  const toggle = await action('Other hours on Tue, 24 Nov');
  expect(await screen.findByText('No other hour is free on Tue, 24 Nov.')).toBeTruthy();
  await user.click(toggle);
  expect(screen.queryByText('No other hour is free on Tue, 24 Nov.')).toBeNull();
  expect(document.activeElement).toBe(await action('Other hours on Tue, 24 Nov'));
});

test('a day on which only the hour of the closed game is free has no other hour', async () => {
  const { user } = open({
    'GET /api/offers/{token}/hours': ({ query }) => ({
      ...success(),
      hours: [outdoorAt(query.get('day') ?? '', 1200)],
    }),
  });
  await user.click(await screen.findByRole('radio', { name: /^Monday, 23 November/ }));
  await user.click(await action('Other hours on Mon, 23 Nov'));
  expect(await screen.findByText('No other hour is free on Mon, 23 Nov.')).toBeTruthy();
});

test('the choice of the money must be confirmed before it is sent', async () => {
  const back = { ...displacedGame, state: 'refunded' as const, back: [] };
  const sent = { amount_paise: 100_000, at_desk: false, status: 'issued' as const, given_back_by: null };
  const { user, log } = open({ [REFUND]: () => ({ ...success(), game: { ...back, refunds: [sent] } }) });
  await user.click(await screen.findByRole('radio', { name: /^Money back/ }));
  await user.click(await action('Send my ₹1,000 back'));
  const window = within(await screen.findByRole('dialog', { name: 'Give this game up?' }));
  await user.click(window.getByRole('button', { name: 'Keep choosing' }));
  expect(log.some(({ call }) => call.endsWith('/refund'))).toBe(false);
  await user.click(await action('Send my ₹1,000 back'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send my ₹1,000 back' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your money is on its way' })).toBeTruthy();
  expect(log.filter(({ call }) => call.endsWith('/refund'))).toHaveLength(1);
});

test('what was paid at the desk is given back there, by the number of the booking', async () => {
  const desk = { amount_paise: 100_000, at_desk: true };
  const refunds = [{ ...desk, status: 'approved' as const, given_back_by: null }];
  const game = { ...displacedGame, back: [desk] };
  const { user } = open({
    [OFFERS]: () => offersWith(game),
    [REFUND]: () => ({ ...success(), game: { ...game, state: 'refunded', back: [], refunds } }),
  });
  await user.click(await screen.findByRole('radio', { name: /The money comes back to you at the desk/ }));
  await user.click(await action('Get my ₹1,000 at the desk'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Get my ₹1,000 at the desk' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your money waits at the desk' })).toBeTruthy();
  expect(screen.getByText('#4820193756')).toBeTruthy();
});

test('money that comes back in two ways is not announced as sent', async () => {
  const back = [
    { amount_paise: 40_000, at_desk: true },
    { amount_paise: 60_000, at_desk: false },
  ];
  const { user } = open({ [OFFERS]: () => offersWith({ ...displacedGame, back }) });
  await user.click(await screen.findByRole('radio', { name: /^Money back/ }));
  await user.click(await action('Get my ₹1,000 back'));
  const window = within(await screen.findByRole('dialog', { name: 'Give this game up?' }));
  expect(window.getByText('₹600 to what you paid with, ₹400 at the desk.')).toBeTruthy();
  expect(window.getByRole('button', { name: 'Get my ₹1,000 back' })).toBeTruthy();
});

test('if nothing was paid, the choice is called No, thanks', async () => {
  const unpaid = { ...displacedGame, paid_paise: 0, due_paise: 100_000, back: [] };
  open({
    [OFFERS]: () => offersWith(unpaid),
    [CHOICES]: () => ({ ...listedChoices, same_hour: [{ ...freeCourt, due_paise: 110_000 }] }),
  });
  expect(await screen.findByRole('radio', { name: /^No, thanks\. Nothing was paid/ })).toBeTruthy();
  expect(await screen.findByRole('radio', { name: /₹1,100 at the desk$/ })).toBeTruthy();
  expect(document.body.textContent).toContain('You have not paid yet. You choose.');
});

const NOTHING_BACK =
  'Nothing of the ₹0.40 that was paid comes back: it was rounded off in cash, or is too little to be sent.';

test('money of which nothing comes back is not promised to a player who does not answer', async () => {
  open({ [OFFERS]: () => offersWith({ ...displacedGame, paid_paise: 40, back: [] }) });
  expect(await screen.findByRole('radio', { name: `Money back. ${NOTHING_BACK}` })).toBeTruthy();
  expect(screen.getByText('If we do not hear from you by then, the game is off.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('your money goes back');
});

test('after the deadline the page still says why nothing comes back', async () => {
  open({ [OFFERS]: () => offersWith({ ...displacedGame, paid_paise: 40, state: 'expired', back: [] }) });
  expect(await screen.findByText(NOTHING_BACK)).toBeTruthy();
});

test('what was imported as paid waits at the desk, by the number of the booking', async () => {
  const back = [{ amount_paise: 100_000, at_desk: true }];
  const game = { ...displacedGame, back };
  const given = { ...game, state: 'refunded' as const, back: [], imported_back_paise: 100_000 };
  const { user } = open({ [OFFERS]: () => offersWith(game), [REFUND]: () => ({ ...success(), game: given }) });
  await user.click(await screen.findByRole('radio', { name: /The money comes back to you at the desk/ }));
  expect(screen.getByText('If we do not hear from you by then, your money goes back.')).toBeTruthy();
  await user.click(await action('Get my ₹1,000 at the desk'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Get my ₹1,000 at the desk' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your money waits at the desk' })).toBeTruthy();
  const money = within(screen.getByRole('region', { name: 'Money back' }));
  expect(money.getByText(/^₹1,000 waits for you at the desk/)).toBeTruthy();
  expect(money.getByText('#4820193756')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Nothing of the');
});

test('a court taken meanwhile is reported, the choices are fetched again, and none of them is chosen', async () => {
  let isTaken = false;
  const { user } = open({
    [CHOICES]: () =>
      isTaken ? { ...listedChoices, same_hour: [{ ...freeCourt, court: 32, court_name: 'Court 12' }] } : listedChoices,
    [MOVE]: () => {
      isTaken = true;
      return refusal('slot_taken', 'Somebody was faster.');
    },
  });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(await action('Take Court 11, 8 PM'));
  const note = await screen.findByRole('alert');
  expect(note.textContent).toBe('Somebody was faster.');
  expect(scrolled.mock.contexts, 'the note is scrolled into view').toContain(note.parentElement);
  expect(await screen.findByRole('radio', { name: /Court 12/ })).toBeTruthy();
  expect((await action('Choose above')).hasAttribute('disabled')).toBe(true);
});

test('a changed price is reported and shown, and the choice stays', async () => {
  let price = 10_000;
  const { user } = open({
    [CHOICES]: () => ({ ...listedChoices, same_hour: [{ ...freeCourt, due_paise: price }] }),
    [MOVE]: () => {
      price = 30_000;
      return refusal('closure_price_changed', 'It is ₹1,300 now.');
    },
  });
  await user.click(await action('Take Court 11, 8 PM'));
  expect((await screen.findByRole('alert')).textContent).toBe('It is ₹1,300 now.');
  await waitFor(() => expect(screen.getAllByText('₹300 more, at the desk').length).toBeGreaterThan(0));
  expect(await action('Take Court 11, 8 PM')).toBeTruthy();
});

test('after an answer the list of bookings that was loaded before is outdated', async () => {
  const { user, queryClient } = open({ [MOVE]: () => ({ ...success(), game: movedGame }) });
  queryClient.setQueryData(['history'], { records: [], none: null });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  expect(queryClient.getQueryState(['history'])?.isInvalidated).toBe(true);
});

test('a game that was answered meanwhile shows what was chosen', async () => {
  const { user } = open({
    [MOVE]: () => undescribed({ ...refusal('closure_answered', 'This was answered already.'), game: movedGame }),
  });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  expect(screen.getByText('This was answered already.')).toBeTruthy();
});

test.each([
  ['without a reply', () => 'no network' as const],
  ['with a proxy’s reply', () => proxyError(504)],
])('after an answer %s the page loads the state: it was booked', async (_, reply) => {
  let isBooked = false;
  const { user } = open({
    [OFFERS]: () => offersWith(isBooked ? movedGame : displacedGame),
    [MOVE]: () => {
      isBooked = true;
      return reply();
    },
  });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
});

test('a read of the offers that began before the answer does not take it back', async () => {
  const late = deferred<Reply<typeof OFFERS>>();
  let isLate = false;
  const { user, queryClient } = open({
    [OFFERS]: () => (isLate ? late.promise : offersWith(displacedGame)),
    [MOVE]: () => ({ ...success(), game: movedGame }),
  });
  const button = await action('Take Court 11, 8 PM');
  isLate = true;
  // As after a return to the tab.
  const read = queryClient.refetchQueries({ queryKey: ['offers'] });
  await user.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  late.resolve(offersWith(displacedGame));
  await act(() => read);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You play on Court 11');
  expect(queryClient.getQueryData(['offers', TOKEN])).toEqual(offersWith(movedGame));
});

test('after an unknown outcome the state is not taken from a read that began before the answer', async () => {
  const late = deferred<Reply<typeof OFFERS>>();
  const reads: (Reply<typeof OFFERS> | Promise<Reply<typeof OFFERS>>)[] = [offersWith(displacedGame), late.promise];
  const { user, queryClient } = open({
    [OFFERS]: () => reads.shift() ?? offersWith(movedGame),
    [MOVE]: () => [503, refusal('unknown_outcome', 'x')],
  });
  const button = await action('Take Court 11, 8 PM');
  const read = queryClient.refetchQueries({ queryKey: ['offers'] });
  await user.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  late.resolve(offersWith(displacedGame));
  await act(() => read);
});

test('if a proxy answers both calls, the page does not say that nothing has changed', async () => {
  let isDown = false;
  const { user } = open({
    [OFFERS]: () => (isDown ? proxyError(502) : offersWith(displacedGame)),
    [MOVE]: () => {
      isDown = true;
      return proxyError(502);
    },
  });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByText(/^We could not tell whether that went through\./)).toBeTruthy();
  expect(await action('Take Court 11, 8 PM')).toBeTruthy();
});

test('after an answer with an unknown outcome the page loads the state: nothing has changed', async () => {
  const { user } = open({ [MOVE]: () => [503, refusal('unknown_outcome', 'x')] });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByText('The answer got lost, and nothing has changed. Try once more.')).toBeTruthy();
  expect(await action('Take Court 11, 8 PM')).toBeTruthy();
});

test('a second tap sends nothing more', async () => {
  const reply = deferred<Reply<typeof MOVE>>();
  const { user, log } = open({ [MOVE]: () => reply.promise });
  await user.dblClick(await action('Take Court 11, 8 PM'));
  reply.resolve({ ...success(), game: movedGame });
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  expect(log.filter(({ call }) => call.endsWith('/move'))).toHaveLength(1);
});

test('an invalid link shows a message and links to the login and a call', async () => {
  open({ [OFFERS]: () => [404, refusal('not_found.offer' as never, 'This link has expired or is incomplete.')] });
  expect(await screen.findByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeTruthy();
  expect(screen.getByText('This link has expired or is incomplete.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('link', { name: 'Call us' })).toBeTruthy();
});

test('a link that expires while the page is open is reported after the next answer', async () => {
  let isGone = false;
  const gone = () => [404, refusal('not_found.offer' as never, 'This link has expired or is incomplete.')] as const;
  const { user } = open({
    [OFFERS]: () => (isGone ? gone() : offersWith(displacedGame)),
    [MOVE]: () => {
      isGone = true;
      return gone();
    },
  });
  await user.click(await action('Take Court 11, 8 PM'));
  expect(await screen.findByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Take Court 11/ })).toBeNull();
});

test('a page that does not load can be tried again', async () => {
  let isDown = true;
  const { user } = open({ [OFFERS]: () => (isDown ? 'no network' : offersWith(displacedGame)) });
  expect(await screen.findByText('Your game did not load')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Rain closed Court 2' })).toBeTruthy();
});

test('without the free courts the money can still be chosen', async () => {
  const { user } = open({ [CHOICES]: () => [503, refusal('unavailable', 'Busy.')] });
  expect(await screen.findByText('The free courts did not load')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Money back/ }));
  expect(await action('Send my ₹1,000 back')).toBeTruthy();
});

test('of several games the next one without an answer is shown, and each is one link away', async () => {
  const second = {
    ...displacedGame,
    orderid: '4820193757',
    lost: { ...displacedGame.lost, court_name: 'Court 3', minute: 1260 },
  };
  const { user, place } = open({ [OFFERS]: () => offersWith(movedGame, second) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Rain closed Court 3' })).toBeTruthy();
  expect(screen.getByText('2 of 2')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /Court 2, Sun 22, 8 PM\s*Moved/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'You play on Court 11' })).toBeTruthy();
  expect(place()).toBe(`/r/${TOKEN}?game=4820193756`);
  expect(screen.getByRole('link', { name: 'Next: Court 3, Sun 22, 9 PM' })).toBeTruthy();
});

test('a signed-in player gets a link to the pass, and a visitor a link to the login', async () => {
  open({ [OFFERS]: () => offersWith(movedGame) });
  expect(await screen.findByRole('link', { name: 'Log in to see your pass' })).toBeTruthy();
  signIn();
  const pass = await screen.findByRole('link', { name: 'See your pass' });
  expect(pass.getAttribute('href')).toBe('/booking-confirmation?orderId=4071553902');
});

test('a game in place of the lost one that was cancelled since is not said to take place', async () => {
  if (movedGame.new === null) throw new Error('the sample was not moved');
  const off = { ...movedGame.new, due_paise: 0, is_cancelled: true };
  open({ [OFFERS]: () => offersWith({ ...movedGame, new: off }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Your game on Court 11 was cancelled' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /your pass/ })).toBeNull();
  expect(screen.queryByText('To pay at the desk')).toBeNull();
});

test('an expired offer without an answer says that the money was sent back', async () => {
  const refunds = [{ amount_paise: 100_000, at_desk: false, status: 'processed' as const, given_back_by: null }];
  open({ [OFFERS]: () => offersWith({ ...displacedGame, state: 'expired', back: [], refunds }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Your money was sent back' })).toBeTruthy();
  expect(document.body.textContent).toContain('We did not hear from you about your game today, 8:00 PM.');
});

test('money that the venue gave back itself is not shown as sent to the bank', async () => {
  const refunds = [
    { amount_paise: 100_000, at_desk: false, status: 'processed' as const, given_back_by: 'upi' as const },
  ];
  open({ [OFFERS]: () => offersWith({ ...displacedGame, state: 'refunded', back: [], refunds }) });
  expect(await screen.findByText(givenBackTexts.upi('₹1,000'))).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'You got your money back' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('business days');
});
