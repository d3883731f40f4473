import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { deferred } from '@/testing/deferred';
import { problem } from '@/testing/desk-server';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { brandQuery } from './brand';
import { field, open, owner, prepareEach, settings, written } from './brand.test-kit';

prepareEach();

test('a file that cannot be read is reported at the field', async () => {
  class BrokenReader extends EventTarget {
    error = new DOMException('gone', 'NotReadableError');
    readAsDataURL() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
  }
  vi.stubGlobal('FileReader', BrokenReader);
  const { user, log } = open('/set-up/brand/look');
  await field('Accent: code of the colour');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  await user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText('This file cannot be read. Choose another one.')).toBeTruthy();
  expect(written(log)).toEqual([]);
});

test('a logo is saved at once, and typed text is kept', async () => {
  let current = settings;
  const { user, log } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand/logo': () => {
      current = { ...settings, version: 4, logo: '/images/9f86d081884c7d659a2feaa0c55ad015.png' };
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

test('a logo that was saved is not reported as failed if the brand cannot be read again', async () => {
  let isRead = true;
  const { user } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => (isRead ? settings : [403, problem('not_allowed')]),
    'PUT /api/desk/brand/logo': () => {
      isRead = false;
      return { version: 4 };
    },
  });
  await field('Accent: code of the colour');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  await user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText(/The logo is saved\./)).toBeTruthy();
  expect(await screen.findByText('What is new did not load')).toBeTruthy();
  expect(within(screen.getByRole('group', { name: 'Logo' })).queryByRole('alert')).toBeNull();
});

test('after a lost answer and another version of the brand the same logo is saved by another request', async () => {
  let current = settings;
  const { user, log, queryClient } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand/logo': () => (current === settings ? 'no network' : { version: 7 }),
  });
  await field('Accent: code of the colour');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  const upload = () => user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  await upload();
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  current = { ...settings, version: 6 };
  await queryClient.refetchQueries({ queryKey: brandQuery.queryKey });
  await upload();
  expect(await screen.findByText(/The logo is saved\./)).toBeTruthy();
  const sent = written(log);
  expect(sent.at(-1)?.ifMatch).toBe('"6"');
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
}, 20_000);

test('after another person changed the brand the logo is to be chosen again, and is saved then', async () => {
  let current = settings;
  const { user, log, queryClient } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand/logo': ({ ifMatch }) =>
      ifMatch === '"3"' ? [412, problem('changed_meanwhile')] : { version: 6 },
  });
  await field('Accent: code of the colour');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  const upload = () => user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  current = { ...settings, version: 5 };
  await upload();
  const part = within(screen.getByRole('group', { name: 'Logo' }));
  expect(
    await part.findByText('Another person changed the brand meanwhile. Look at the logo, then change it again.'),
  ).toBeTruthy();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await upload();
  expect(await screen.findByText(/The logo is saved\./)).toBeTruthy();
  expect(written(log).map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"5"']);
});

test('a refusal of a logo that comes after the page was left is reported', async () => {
  const answer = deferred<readonly [422, ReturnType<typeof problem>]>();
  const { user, log, back } = open('/set-up/brand/look', { 'PUT /api/desk/brand/logo': () => answer.promise });
  await field('Accent: code of the colour');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  await user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(written(log)).toHaveLength(1));
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Logo' })).toBeNull());
  answer.resolve([422, problem('invalid', { fields: { picture: 'damaged' } })]);
  expect(await screen.findByText(/The brand was not saved/)).toBeTruthy();
});

test('a logo that is saved late leaves the draft of another person as it is, with the version they have seen', async () => {
  const answer = deferred<{ version: number }>();
  const first = open('/set-up/brand/look', { 'PUT /api/desk/brand/logo': () => answer.promise });
  await field('Accent: code of the colour');
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  await first.user.upload(picker, new File(['x'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(written(first.log)).toHaveLength(1));
  dropPersonalStores();
  let current = settings;
  const { user, log } = open('/set-up/brand/name', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': () => [412, problem('changed_meanwhile')],
  });
  await user.type(await field(/^Line under your name/), 'Play more');
  const me = owner();
  first.queryClient.setQueryData(['me'], { ...me, staff: { ...me.staff, id: '13' } });
  // Meanwhile a third person changed the same line.
  current = { ...settings, version: 5, brand: { ...settings.brand, tagline: 'Play on' } };
  answer.resolve({ version: 4 });
  await screen.findByText(/The logo is saved\./);
  const reads = () => log.filter(({ call }) => call === 'GET /api/desk/brand');
  await vi.waitFor(() => expect([reads().length, first.queryClient.isFetching()]).toEqual([2, 0]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(written(log)).toHaveLength(1));
  expect(written(log)[0]).toMatchObject({ ifMatch: '"3"', body: { tagline: 'Play more' } });
});

test('after the logo was removed the focus is on the button that chooses one, and no earlier error is left', async () => {
  let current: typeof settings = { ...settings, logo: '/images/9f86d081884c7d659a2feaa0c55ad015.png' };
  const { user } = open('/set-up/brand/look', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand/logo': () => {
      current = settings;
      return { version: 4 };
    },
  });
  await screen.findByRole('img', { name: 'Logo' });
  const picker = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  fireEvent.change(picker, { target: { files: [new File(['x'], 'logo.gif', { type: 'image/gif' })] } });
  expect(await screen.findByText('Choose a PNG, JPEG or WebP.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the logo' }));
  const choose = await screen.findByRole('button', { name: 'Choose a picture' });
  expect(screen.queryByRole('button', { name: 'Remove the logo' })).toBeNull();
  expect(document.activeElement).toBe(choose);
  expect(screen.queryByText('Choose a PNG, JPEG or WebP.')).toBeNull();
});
