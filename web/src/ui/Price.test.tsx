import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '@/lib/language';
import { Price } from './Price';

afterEach(() => {
  cleanup();
  setLanguage('en');
});

test('the old price is read aloud with words of the current language', () => {
  setLanguage('hi', { ui: { insteadOf: 'पहले' } });
  const { container } = render(<Price amount={750} was={800} />);
  expect(container.textContent).toBe('₹750 पहले ₹800');
});
