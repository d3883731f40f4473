import { afterEach, expect, test, vi } from 'vitest';
import { avatarImage } from './avatar-image';

afterEach(() => vi.unstubAllGlobals());

function stubDecoding(width: number, height: number) {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
}

test('only image files are accepted', async () => {
  stubDecoding(100, 100);
  await expect(avatarImage(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }))).rejects.toThrow(
    'Only image files work here.',
  );
});

test('a file beyond 25 MB is refused before it is opened', async () => {
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: 26 * 1024 * 1024 });
  await expect(avatarImage(file)).rejects.toThrow('larger than 25 MB');
});

test('an image that cannot be opened is refused with a message', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('no', 'InvalidStateError');
  });
  await expect(avatarImage(new File(['x'], 'a.heic', { type: 'image/heic' }))).rejects.toThrow('could not be opened');
});

test('a small picture is not changed', async () => {
  stubDecoding(640, 480);
  expect(await avatarImage(new File(['abc'], 'a.png', { type: 'image/png' }))).toBe('data:image/png;base64,YWJj');
});

test('a large picture is scaled down to 1024 pixels on its longest side', async () => {
  stubDecoding(4096, 2048);
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
    toDataURL: () => 'data:image/jpeg;base64,small',
  };
  const create = vi.spyOn(document, 'createElement').mockReturnValue(canvas as never);
  expect(await avatarImage(new File(['abc'], 'a.jpg', { type: 'image/jpeg' }))).toBe('data:image/jpeg;base64,small');
  expect([canvas.width, canvas.height]).toEqual([1024, 512]);
  create.mockRestore();
});
