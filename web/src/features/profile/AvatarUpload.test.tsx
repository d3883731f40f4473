import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { samplePlayer } from '@/testing/samples';
import { signIn } from '@/testing/sign-in';
import { refusal, type Reply, serve, success } from '@/testing/stand-in-server';
import { customerInfoQuery } from './api/customer-info';
import { AvatarUpload } from './AvatarUpload';

const photo = () => new File(['abc'], 'me.png', { type: 'image/png' });

const player = { ...success('ok'), ...samplePlayer };

function open(reply: () => Reply<'POST /api/user/profile'>) {
  const log = serve({
    'POST /api/user/profile': reply,
    'GET /api/user/getcustomerinfo': () => player,
  });
  return {
    log,
    ...renderScreen({ path: '/', component: () => <AvatarUpload name="Asha Patel" image={null} /> }),
  };
}

async function pick(user: ReturnType<typeof open>['user']) {
  const input = await screen.findByLabelText<HTMLInputElement>('Change your photo');
  expect(input.accept, 'image files only').toBe('image/*');
  await user.upload(input, photo());
  expect((await screen.findByRole('img', { name: 'The photo you picked' })).getAttribute('src')).toBe(
    'data:image/png;base64,YWJj',
  );
}

type Picture = Pick<ImageBitmap, 'width' | 'height' | 'close'>;
const picture: Picture = { width: 100, height: 100, close: () => undefined };

/** Resolves a picture that is being decoded, and waits until its file has been read: it is closed then. */
async function finishOpening(decoding: { resolve: (decoded: Picture) => void }) {
  const close = vi.fn<() => void>();
  await act(async () => {
    decoding.resolve({ ...picture, close });
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
  });
}

beforeEach(() => {
  signIn();
  vi.stubGlobal('createImageBitmap', async () => picture);
});
afterEach(() => vi.unstubAllGlobals());

test('a photo is previewed first, then sent without the data URL’s prefix', async () => {
  const { user, log } = open(() => ({ ...success('ok', 'picture_saved'), user_info: samplePlayer }));
  await pick(user);
  expect(log).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  expect(await screen.findByText('success: | Changes Saved!')).toBeTruthy();
  expect(log[0]).toMatchObject({ call: 'POST /api/user/profile', body: { image: 'YWJj' } });
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The photo you picked' })).toBeNull());
});

test('the window closes when the photo is saved, although the profile cannot be read again', async () => {
  serve({
    'POST /api/user/profile': () => ({ ...success('ok', 'picture_saved'), user_info: samplePlayer }),
    'GET /api/user/getcustomerinfo': () => new Promise<never>(() => {}),
  });
  function Screen() {
    // The screen of the profile shows the fetched data.
    useQuery(customerInfoQuery);
    return <AvatarUpload name="Asha Patel" image={null} />;
  }
  const { user } = renderScreen({ path: '/', component: Screen });
  await pick(user);
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The photo you picked' })).toBeNull());
});

test('what is saved after the session has ended is not kept for the next player', async () => {
  const call = deferred<Reply<'POST /api/user/profile'>>();
  const log = serve({ 'POST /api/user/profile': () => call.promise, 'GET /api/user/getcustomerinfo': () => player });
  const { user, queryClient } = renderScreen({
    path: '/',
    component: () => <AvatarUpload name="Asha Patel" image={null} />,
  });
  await pick(user);
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  await waitFor(() => expect(log).toHaveLength(1));
  endSession();
  call.resolve({ ...success('ok', 'picture_saved'), user_info: samplePlayer });
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The photo you picked' })).toBeNull());
  expect(queryClient.getQueryData(customerInfoQuery.queryKey)).toBeUndefined();
});

test('a photo picked while another one is opened is the one that is shown', async () => {
  const first = deferred<Picture>();
  const pictures = [first.promise, Promise.resolve(picture)];
  vi.stubGlobal('createImageBitmap', () => pictures.shift());
  const { user } = open(() => refusal('internal'));
  const input = await screen.findByLabelText<HTMLInputElement>('Change your photo');
  await user.upload(input, new File(['first'], 'a.png', { type: 'image/png' }));
  await user.upload(input, photo());
  const shown = () => screen.findByRole('img', { name: 'The photo you picked' });
  expect((await shown()).getAttribute('src')).toBe('data:image/png;base64,YWJj');
  await finishOpening(first);
  expect((await shown()).getAttribute('src')).toBe('data:image/png;base64,YWJj');
});

test('the photo in the preview is not saved while another one is opened in its place', async () => {
  const { user, log } = open(() => ({ ...success('ok', 'picture_saved'), user_info: samplePlayer }));
  await pick(user);
  const second = deferred<Picture>();
  vi.stubGlobal('createImageBitmap', () => second.promise);
  const input = screen.getByLabelText<HTMLInputElement>('Change your photo');
  await user.upload(input, new File(['second'], 'b.png', { type: 'image/png' }));
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  expect(log, 'the first photo is not sent').toEqual([]);
  second.resolve(picture);
  const src = 'data:image/png;base64,c2Vjb25k';
  await waitFor(() => expect(screen.getByRole('img', { name: 'The photo you picked' }).getAttribute('src')).toBe(src));
  const save = screen.getByRole('button', { name: 'Save photo' });
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  await user.click(save);
  await waitFor(() => expect(log[0]?.body).toEqual({ image: 'c2Vjb25k' }));
});

test('a window that is closed while a photo is opened stays closed, and the next photo can be saved', async () => {
  const { user, log } = open(() => ({ ...success('ok', 'picture_saved'), user_info: samplePlayer }));
  await pick(user);
  const second = deferred<Picture>();
  vi.stubGlobal('createImageBitmap', () => second.promise);
  const input = screen.getByLabelText<HTMLInputElement>('Change your photo');
  await user.upload(input, new File(['second'], 'b.png', { type: 'image/png' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const shown = () => screen.queryByRole('img', { name: 'The photo you picked' });
  await waitFor(() => expect(shown()).toBeNull());
  await finishOpening(second);
  expect(shown()).toBeNull();
  await pick(user);
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  await waitFor(() => expect(log[0]?.body).toEqual({ image: 'YWJj' }));
});

test('a refused photo stays in the preview with the server’s message until it is closed', async () => {
  const { user } = open(() => refusal('invalid', 'That picture is too dark.'));
  await pick(user);
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  expect(await screen.findByText('That picture is too dark.')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'The photo you picked' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The photo you picked' })).toBeNull());
  expect(screen.queryByText('That picture is too dark.'), 'not beside the photo that the player has kept').toBeNull();
});

test('a refusal without a message says Profile update failed. Please try again.', async () => {
  const { user } = open(() => refusal('bad_picture'));
  await pick(user);
  await user.click(screen.getByRole('button', { name: 'Save photo' }));
  expect(await screen.findByText('Profile update failed. Please try again.')).toBeTruthy();
});
