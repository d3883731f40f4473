import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { deferred } from '@/testing/deferred';
import { problem, type DeskReplies } from '@/testing/desk-server';
import { textsQuery } from './brand';
import { field, manager, open, prepareEach, settings, written } from './brand.test-kit';

prepareEach();

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

test('a message shows its words as a text message and as a mail, and what is missing', async () => {
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

test('a proof that has expired before the messages are read is requested again', async () => {
  let isProven = false;
  const { user } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => (isProven ? messages : [403, problem('proof_needed')]),
    'POST /api/desk/me/prove': () => {
      isProven = true;
      return [204, null];
    },
  });
  await user.type(await field('Code of the app'), '123456{Enter}');
  expect(await screen.findByText('Court 3 is yours: Sun')).toBeTruthy();
  expect(screen.queryByText('The messages could not be loaded')).toBeNull();
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
  expect(document.activeElement).toBe(words);
  expect(words.value).toBe(confirmed.text);
  await user.clear(words);
  await user.type(words, '##amount##');
  expect(screen.getByText('##amount## is no value of this message. Remove it.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(written(log)).toEqual([]);
  await user.clear(words);
  await user.type(words, 'B');
  expect(screen.getByRole('status').textContent).toBe('1 place, 1 message.');
  await user.type(words, 'PC: ##court## ₹');
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

test('an own text of a message for which the server has none is removed, and the message is not sent any more', async () => {
  const own = { ...confirmed, is_own: true };
  let current = { ...messages, texts: [own] };
  const { user, log } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => current,
    'PUT /api/desk/brand/texts/{name}': () => {
      current = { ...messages, version: 4, texts: [{ ...confirmed, by_text: false }] };
      return { version: 4 };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  expect(screen.getByText(/^The server has no text for this/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send the server’s text again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove your text' }));
  expect(await screen.findByText(/This is not sent as a text message any more\./)).toBeTruthy();
  expect(screen.queryByText(/The server’s text is sent again/)).toBeNull();
  expect(written(log)[0]).toMatchObject({ ifMatch: '"3"', body: { text: null } });
});

test('a text is kept as it was typed if the server refuses it or another person changed the brand', async () => {
  let tries = 0;
  const { user } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => messages,
    'PUT /api/desk/brand/texts/{name}': () => {
      tries += 1;
      return tries === 1
        ? [
            422,
            problem('invalid', {
              fields: { text: 'origin_line', dlt_template_id: 'length', msg91_template_id: 'required' },
            }),
          ]
        : [412, problem('changed_meanwhile')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  const words = await field('Text, exactly as it is registered');
  await user.type(words, ' See you');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^The last line must be @your\.host/)).toBeTruthy();
  expect(screen.getByText('At most 60 characters.')).toBeTruthy();
  expect(screen.getByText('This is needed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Another person changed the brand meanwhile\./)).toBeTruthy();
  expect(words.value).toBe(`${confirmed.text} See you`);
});

test('a refusal of a text that comes after the page was left is reported', async () => {
  const answer = deferred<readonly [422, ReturnType<typeof problem>]>();
  const { user, log, back } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => messages,
    'PUT /api/desk/brand/texts/{name}': () => answer.promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  await user.type(await field('Text, exactly as it is registered'), ' See you');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(log)).toHaveLength(1));
  act(() => back());
  await waitFor(() => expect(screen.queryByLabelText('Text, exactly as it is registered')).toBeNull());
  answer.resolve([422, problem('invalid', { fields: { text: 'origin_line' } })]);
  expect(await screen.findByText(/The brand was not saved/)).toBeTruthy();
});

test('a manager reads the messages and cannot change them', async () => {
  open('/set-up/brand/messages', {
    'GET /api/desk/me': manager,
    'GET /api/desk/brand/texts': () => messages,
  });
  expect(await screen.findByText(confirmed.words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Change the text/ })).toBeNull();
});

test('what is typed while a text is saved stays, and is saved next', async () => {
  const answer = deferred<{ version: number }>();
  let current = messages;
  const { user, log } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => current,
    'PUT /api/desk/brand/texts/{name}': () => answer.promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  const words = await field('Text, exactly as it is registered');
  await user.type(words, ' See you');
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(save.getAttribute('aria-busy')).toBe('true');
  await user.type(words, ' soon');
  await user.click(save);
  current = { ...messages, version: 4, texts: [{ ...confirmed, is_own: true, text: `${confirmed.text} See you` }] };
  answer.resolve({ version: 4 });
  expect(await screen.findByText(/Saved\. It is sent from now on/)).toBeTruthy();
  expect(written(log)).toHaveLength(1);
  expect(words.value).toBe(`${confirmed.text} See you soon`);
  await vi.waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  await user.click(save);
  await vi.waitFor(() => expect(written(log)).toHaveLength(2));
  expect(written(log)[1]).toMatchObject({ ifMatch: '"4"', body: { text: `${confirmed.text} See you soon` } });
  await vi.waitFor(() => expect(screen.queryByLabelText('Text, exactly as it is registered')).toBeNull());
});

test('after the brand was saved, the next change of a text names its new version', async () => {
  let version = 3;
  const { user, log } = open('/set-up/brand/messages', {
    'GET /api/desk/brand': () => ({ ...settings, version }),
    'GET /api/desk/brand/texts': () => ({ ...messages, version }),
    'PUT /api/desk/brand': () => {
      version = 4;
      return { version };
    },
    'PUT /api/desk/brand/texts/{name}': () => ({ version: 5 }),
  });
  await screen.findByText(confirmed.words);
  await user.click(screen.getByRole('link', { name: 'All parts' }));
  await user.click(await screen.findByRole('link', { name: /^Name and words/ }));
  await user.type(await field(/^Headline/), 'Smash on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'All parts' }));
  await user.click(await screen.findByRole('link', { name: /^Messages to players/ }));
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  await user.type(await field('Text, exactly as it is registered'), ' See you');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(written(log)).toHaveLength(2));
  expect(written(log)[1]?.ifMatch).toBe('"4"');
});

test('a text that another person saved while the screen was closed is not overwritten unseen', async () => {
  let current = messages;
  const replies: DeskReplies = {
    'GET /api/desk/brand/texts': () => current,
    'PUT /api/desk/brand/texts/{name}': ({ ifMatch }) =>
      ifMatch === `"${current.version}"` ? { version: current.version + 1 } : [412, problem('changed_meanwhile')],
  };
  const { user } = open('/set-up/brand/messages', replies);
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  await user.type(await field('Text, exactly as it is registered'), ' See you');
  // The screen is removed, and opened again with nothing that was read before.
  const words = 'Baroda Pickleball Club: Court 3, 7:00 PM.';
  current = { ...messages, version: 4, texts: [{ ...confirmed, is_own: true, text: 'BPC: ##court##', words }] };
  const again = open('/set-up/brand/messages', replies);
  const text = await field('Text, exactly as it is registered');
  expect(text.value).toBe(`${confirmed.text} See you`);
  await again.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Another person changed the brand meanwhile\./)).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
  expect(text.value).toBe(`${confirmed.text} See you`);
  // The texts are read again.
  const reads = () => again.log.filter(({ call }) => call === 'GET /api/desk/brand/texts');
  await vi.waitFor(() => expect([reads().length, again.queryClient.isFetching()]).toEqual([2, 0]));
  await again.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. It is sent from now on/)).toBeTruthy();
  expect(written(again.log).map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
});

test('after a lost answer a text is saved by the same request, also if it was read again meanwhile', async () => {
  let current = messages;
  let isLost = true;
  const { user, log, queryClient } = open('/set-up/brand/messages', {
    'GET /api/desk/brand/texts': () => current,
    'PUT /api/desk/brand/texts/{name}': () => (isLost ? [503, problem('unknown_outcome')] : { version: 5 }),
  });
  const readAgain = () => act(() => queryClient.invalidateQueries({ queryKey: textsQuery.queryKey }));
  await user.click(await screen.findByRole('button', { name: 'Change the text: Booking confirmed' }));
  await user.type(await field('Text, exactly as it is registered'), ' See you');
  // Another part of the brand is saved.
  current = { ...messages, version: 4 };
  await readAgain();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  // The server had saved the text.
  current = { ...messages, version: 5, texts: [{ ...confirmed, is_own: true, text: `${confirmed.text} See you` }] };
  await readAgain();
  isLost = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. It is sent from now on/)).toBeTruthy();
  const requests = written(log).map(({ ifMatch, key }) => `${ifMatch} ${key}`);
  expect(requests.length).toBeGreaterThan(1);
  expect(new Set(requests).size).toBe(1);
  expect(requests[0]).toMatch(/^"4" /);
}, 20_000);
