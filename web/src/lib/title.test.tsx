import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setBrandTitle, useTitle } from './title';

function Named({ title }: { title: string }) {
  useTitle(title);
  return null;
}

test("the operator's name waits for the page's own: a title that the server has drawn is not taken away meanwhile", () => {
  document.title = 'Choose a location · Baroda Pickleball Club';
  setBrandTitle('Baroda Pickleball Club');
  expect(document.title).toBe('Choose a location · Baroda Pickleball Club');
  const page = render(<Named title="Choose a location" />);
  expect(document.title).toBe('Choose a location · Baroda Pickleball Club');
  setBrandTitle('Another Club');
  expect(document.title).toBe('Choose a location · Another Club');
  page.rerender(<Named title="" />);
  expect(document.title).toBe('Another Club');
});
