import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Picture } from './Picture';

afterEach(cleanup);

const picture = (src: string) => <Picture src={src} alt="Riverside Arena" standIn="drawing" className="" />;

/** Hydrates the picture of a page from the server, which was requested before and is decoded with this result. */
async function hydrate(decoded: Promise<void>) {
  const { innerHTML } = render(picture('/images/riverside.svg')).container;
  cleanup();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = innerHTML;
  Object.assign(container.querySelector('img')!, { decode: () => decoded });
  const { rerender } = render(picture('/images/riverside.svg'), { container, hydrate: true });
  // The result of decoding comes in a task of its own.
  await act(() => decoded.catch(() => {}));
  return { container, rerender };
}

test('a picture that does not load gives way to its replacement, and the next picture is shown again', () => {
  const { container, rerender } = render(picture('/images/old.webp'));
  fireEvent.error(container.querySelector('img')!);
  expect(container.textContent).toBe('drawing');
  rerender(picture('/images/new.webp'));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/new.webp');
});

test('so does one that had failed before the page from the server was hydrated', async () => {
  const { container, rerender } = await hydrate(Promise.reject(new DOMException('broken', 'EncodingError')));
  expect(container.textContent).toBe('drawing');
  rerender(picture('/images/new.webp'));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/new.webp');
});

test('a drawing without a size of its own stays', async () => {
  const { container } = await hydrate(Promise.resolve());
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/riverside.svg');
});
