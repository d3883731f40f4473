import { afterEach, expect, test, vi } from 'vitest';
import { photoOf } from './photo';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Lets each file be read as a picture of this size. The canvas on which it is drawn smaller is returned. */
function stubDecoding(width: number, height: number) {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
    toDataURL: () => 'data:image/jpeg;base64,small',
  };
  vi.spyOn(document, 'createElement').mockReturnValue(canvas as never);
  return canvas;
}

const fileOf = (type: string) => new File(['abc'], 'court', { type });

test('a picture of at most 8 million pixels is not changed', async () => {
  stubDecoding(4000, 2000);
  expect(await photoOf(fileOf('image/jpeg'))).toBe('YWJj');
});

test('a picture of more pixels is made smaller, however few its bytes are', async () => {
  const canvas = stubDecoding(4000, 3000);
  expect(await photoOf(fileOf('image/jpeg'))).toBe('small');
  expect([canvas.width, canvas.height]).toEqual([2400, 1800]);
});

test('a picture with a longer side than the server takes is made smaller', async () => {
  const canvas = stubDecoding(9600, 800);
  expect(await photoOf(fileOf('image/png'))).toBe('small');
  expect([canvas.width, canvas.height]).toEqual([2400, 200]);
});

test('a picture of another type becomes a JPEG', async () => {
  const canvas = stubDecoding(640, 480);
  expect(await photoOf(fileOf('image/heic'))).toBe('small');
  expect([canvas.width, canvas.height]).toEqual([640, 480]);
});

test('a file that cannot be read as a picture is refused with a message', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('no', 'InvalidStateError');
  });
  await expect(photoOf(fileOf('image/jpeg'))).rejects.toThrow('This picture cannot be read.');
  await expect(photoOf(fileOf('application/pdf'))).rejects.toThrow('This file is no picture that we can use.');
});
