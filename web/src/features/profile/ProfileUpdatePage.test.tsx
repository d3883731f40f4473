import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { samplePlayer } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { type ReceivedRequest, refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { ProfileUpdatePage } from './ProfileUpdatePage';

const info = samplePlayer;

const saved = ({ body }: ReceivedRequest) => ({
  ...success('Details Updated!', 'details_saved'),
  user_info: { ...info, ...body },
});

function open(
  save: (request: ReceivedRequest) => Reply<'POST /api/user/profile'> | Promise<Reply<'POST /api/user/profile'>>,
) {
  let now = info;
  const log = serve({
    'GET /api/user/getcustomerinfo': () => ({ ...success('ok'), ...now }),
    'POST /api/user/profile': async (request) => {
      const reply = await save(request);
      if (typeof reply === 'object' && 'error' in reply && reply.error === 0) now = { ...now, ...request.body };
      return reply;
    },
  });
  return { log, ...renderScreen({ path: '/your-profile/profile-update', component: ProfileUpdatePage }) };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => {
  signIn();
});

test('the form is read-only until Edit opens all fields but the phone; saving loads the profile again', async () => {
  const { user, log } = open(saved);
  await screen.findByDisplayValue('Asha Patel');
  expect(field('Full name').disabled).toBe(true);
  expect(screen.getByText('Phone number can not be change')).toBeTruthy();
  // The pass shows no more of these details than the name.
  expect(screen.getByText(/^Your name goes on your pass\./)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect([field('Full name').disabled, field('Birthdate').disabled, field('Phone number').disabled]).toEqual([
    false,
    false,
    true,
  ]);
  await user.clear(field('Full name'));
  await user.type(field('Full name'), 'Asha Mehta');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(/success: .*Details Updated!/)).toBeTruthy();
  expect(log.map((request) => request.call)).toEqual([
    'GET /api/user/getcustomerinfo',
    'POST /api/user/profile',
    'GET /api/user/getcustomerinfo',
  ]);
  expect(log[1]?.body).toEqual({
    full_name: 'Asha Mehta',
    email: 'asha@example.in',
    gender: 'female' as const,
    dob: '1994-03-08',
  });
  await waitFor(() => expect(field('Full name').disabled).toBe(true));
  expect(field('Full name').value).toBe('Asha Mehta');
  expect(currentSession().user?.full_name).toBe('Asha Mehta');
});

test('the focus returns to Edit when the form closes, by Save, by Enter and by Cancel', async () => {
  const { user } = open(saved);
  await screen.findByDisplayValue('Asha Patel');
  const edit = () => screen.findByRole('button', { name: 'Edit' });
  await user.click(await edit());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await edit()).toBe(document.activeElement);
  await user.click(await edit());
  await user.type(field('Full name'), '{Enter}');
  expect(await edit()).toBe(document.activeElement);
  await user.click(await edit());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await edit()).toBe(document.activeElement);
});

test('what is typed while the details are saved stays, and is saved next', async () => {
  const call = deferred<Reply<'POST /api/user/profile'>>();
  const replies = [() => call.promise];
  const { user, log } = open((request) => replies.shift()?.() ?? saved(request));
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(field('Full name'), ' Mehta{Enter}');
  await waitFor(() => expect(log.at(-1)?.call).toBe('POST /api/user/profile'));
  await user.type(field('Full name'), ' Rao');
  call.resolve({ ...success('ok', 'details_saved'), user_info: { ...info, full_name: 'Asha Patel Mehta' } });
  await waitFor(() => expect(log.at(-1)?.call).toBe('GET /api/user/getcustomerinfo'));
  expect(await screen.findByText(/success: .*Details Updated!/)).toBeTruthy();
  expect(field('Full name').value).toBe('Asha Patel Mehta Rao');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(log.filter(({ body }) => body !== null).map(({ body }) => body?.['full_name'])).toEqual([
    'Asha Patel Mehta',
    'Asha Patel Mehta Rao',
  ]);
});

test('the form closes when the details are saved, although they cannot be read again', async () => {
  const reading = [{ ...success('ok'), ...info }];
  serve({
    'GET /api/user/getcustomerinfo': () => reading.shift() ?? new Promise<never>(() => {}),
    'POST /api/user/profile': saved,
  });
  const { user } = renderScreen({ path: '/your-profile/profile-update', component: ProfileUpdatePage });
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(field('Full name'), ' Mehta{Enter}');
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(field('Full name').value).toBe('Asha Patel Mehta');
});

test('an invalid name or e-mail address has the message of sign-up, and nothing is sent', async () => {
  const { user, log } = open(saved);
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const tries: [label: string, typed: string, message: string][] = [
    ['Full name', 'As', 'Full name must be at least 3 characters'],
    ['Full name', '', 'Full name is required'],
    ['Email', 'asha', 'Invalid email address'],
    ['Email', '', 'Email is required'],
  ];
  for (const [label, typed, message] of tries) {
    await user.clear(field(label));
    if (typed !== '') await user.type(field(label), typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeTruthy();
  }
  expect(log.map((request) => request.call)).not.toContain('POST /api/user/profile');
});

test('a refusal shows the server’s message, and the form stays open', async () => {
  const { user } = open(() => refusal('invalid', 'That email looks wrong.'));
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('That email looks wrong.')).toBeTruthy();
  expect(field('Full name').disabled).toBe(false);
});

test('a save that is refused because of too many tries shows the server’s message', async () => {
  const { user } = open(() => [429, refusal('throttled', 'Too many changes. Try again in an hour.')]);
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Too many changes. Try again in an hour.')).toBeTruthy();
  expect(screen.queryByText('Profile update failed. Please try again.')).toBeNull();
});

test('a failed save says Profile update failed. Please try again.', async () => {
  const { user } = open(() => 'no network');
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Profile update failed. Please try again.')).toBeTruthy();
});

test('cancelling restores the old details', async () => {
  const { user, log } = open(() => refusal('internal'));
  await screen.findByDisplayValue('Asha Patel');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(field('Full name'), ' Mehta');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(field('Full name').value).toBe('Asha Patel'));
  expect(log).toHaveLength(1);
});

test('a profile that does not load shows an error and can be requested again', async () => {
  let down = true;
  serve({
    'GET /api/user/getcustomerinfo': () =>
      down ? [503, refusal('unavailable', 'Back soon.', 2)] : { ...success('ok'), ...info },
  });
  const { user } = renderScreen({ path: '/your-profile/profile-update', component: ProfileUpdatePage });
  expect(await screen.findByText('error: Error | Failed to load user data.')).toBeTruthy();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByDisplayValue('Asha Patel')).toBeTruthy();
});
