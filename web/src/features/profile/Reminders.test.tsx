import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { samplePlayer } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { config, type ReceivedRequest, refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { ProfilePage } from './ProfilePage';

const info = samplePlayer;

/** Opens the profile of a player with reminders on; `save` may refuse or take its time, and `read` may answer in place of the server. */
async function open(
  save: (
    request: ReceivedRequest,
  ) => Promise<Reply<'POST /api/user/profile'> | undefined> | Reply<'POST /api/user/profile'> | undefined = () =>
    undefined,
  read: () => Promise<Reply<'GET /api/user/getcustomerinfo'>> | undefined = () => undefined,
) {
  let now = info;
  const log = serve({
    'GET /api/user/getcustomerinfo': () => read() ?? { ...success('ok'), ...now },
    'POST /api/user/profile': async (request) => {
      const other = await save(request);
      if (other !== undefined) return other;
      now = { ...now, reminders: request.body?.['reminders'] === true };
      return { ...success('Details Updated!'), user_info: now };
    },
  });
  const { user, queryClient } = renderScreen({ path: '/your-profile', component: ProfilePage });
  const reminders = await screen.findByRole('switch', { name: 'Game reminders' });
  const saved = () => log.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  return { user, queryClient, reminders, saved };
}

const isOn = (control: HTMLElement) => control.getAttribute('aria-checked') === 'true';

beforeEach(() => {
  signIn();
});

test('the switch changes at once, is saved in the background and announced; messages that are always sent are listed below', async () => {
  const saving = deferred<undefined>();
  const { user, reminders, saved } = await open(() => saving.promise);
  expect(isOn(reminders)).toBe(true);
  // How long before is the operator's setting.
  expect(screen.getByText('A text and a mail before you play.')).toBeTruthy();
  expect(screen.getByText(/anything about your money: these we always tell you/)).toBeTruthy();
  await user.click(reminders);
  expect(isOn(reminders), 'before the server has answered').toBe(false);
  expect(screen.queryByText('Game reminders are off.')).toBeNull();
  saving.resolve(undefined);
  expect(await screen.findByText('Game reminders are off.')).toBeTruthy();
  expect(isOn(reminders)).toBe(false);
  expect(saved()).toEqual([{ reminders: false }]);
});

test('an operator who sends no reminders offers no switch and promises no message', async () => {
  const { queryClient } = await open();
  act(() => {
    queryClient.setQueryData(['app-config'], { ...config, reminded_by_text: false, reminded_by_mail: false });
  });
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
  expect(screen.queryByText(/before you play/)).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Your account' })).toBeTruthy();
});

test.each([
  [true, false, 'A text before you play.'],
  [false, true, 'A mail before you play.'],
])('only those messages are promised that are sent (text: %s, mail: %s)', async (byText, byMail, hint) => {
  const { queryClient } = await open();
  act(() => {
    queryClient.setQueryData(['app-config'], { ...config, reminded_by_text: byText, reminded_by_mail: byMail });
  });
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(screen.getByRole('switch')).toBeTruthy();
});

test('a read of the profile that began before the save does not turn the switch back', async () => {
  const late = deferred<Reply<'GET /api/user/getcustomerinfo'>>();
  let isNextLate = false;
  const { user, queryClient, reminders } = await open(undefined, () => {
    if (!isNextLate) return undefined;
    isNextLate = false;
    return late.promise;
  });
  isNextLate = true;
  const read = queryClient.refetchQueries({ queryKey: ['customer'] });
  await waitFor(() => expect(isNextLate).toBe(false));
  await user.click(reminders);
  expect(await screen.findByText('Game reminders are off.')).toBeTruthy();
  late.resolve({ ...success('ok'), ...info });
  await act(() => read);
  expect(queryClient.getQueryData(['customer'])).toMatchObject({ reminders: false });
  expect(isOn(reminders)).toBe(false);
});

test('a click on its label and the keyboard toggle it too', async () => {
  const { user, reminders } = await open();
  await user.click(screen.getByText('Game reminders'));
  expect(await screen.findByText('Game reminders are off.')).toBeTruthy();
  reminders.focus();
  await user.keyboard(' ');
  expect(await screen.findByText('Game reminders are on.')).toBeTruthy();
});

test.each<[string, Reply<'POST /api/user/profile'>, string]>([
  ['without network', 'no network', 'We could not reach the server'],
  ['when the server refuses', [503, refusal('unavailable', 'Back soon.', 2)], 'Back soon.'],
])('%s the switch turns back and shows a message, and the next try can save', async (_when, failure, message) => {
  let broken = true;
  const { user, reminders } = await open(() => (broken ? failure : undefined));
  await user.click(reminders);
  expect((await screen.findByRole('alert')).textContent).toContain('Your choice was not saved');
  expect(screen.getByRole('alert').textContent).toContain(message);
  expect(isOn(reminders)).toBe(true);
  broken = false;
  await user.click(reminders);
  expect(await screen.findByText('Game reminders are off.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('taps during saving end with saving the last one', async () => {
  const waiting: (() => void)[] = [];
  const { user, reminders, saved } = await open(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return undefined;
  });
  await user.click(reminders);
  await user.click(reminders);
  await user.click(reminders);
  await user.click(reminders);
  expect(isOn(reminders)).toBe(true);
  waiting.shift()?.();
  await waitFor(() => expect(waiting).toHaveLength(1));
  waiting.shift()?.();
  expect(await screen.findByText('Game reminders are on.')).toBeTruthy();
  expect(saved()).toEqual([{ reminders: false }, { reminders: true }]);
});

test('nothing of a choice is saved or shown for the next player at the device', async () => {
  const waiting: (() => void)[] = [];
  const { user, reminders, saved } = await open(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return undefined;
  });
  await user.click(reminders);
  await user.click(reminders);
  await waitFor(() => expect(waiting).toHaveLength(1));
  waiting.shift()?.();
  await waitFor(() => expect(waiting).toHaveLength(1));
  await user.click(reminders);
  expect(isOn(reminders)).toBe(false);
  // As after a logout and a login in another tab.
  startSession('so_2', { customer_id: '18', full_name: 'Rohan Mehta', email: 'r@b.in', phone_no: '+919825041736' });
  waiting.shift()?.();
  await waitFor(() => expect(isOn(reminders), 'the choice has ended').toBe(true));
  expect(saved()).toEqual([{ reminders: false }, { reminders: true }]);
  expect(screen.queryByText('Game reminders are on.')).toBeNull();
});
