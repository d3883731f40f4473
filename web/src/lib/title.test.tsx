import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setBrandTitle, useTitle } from './title';

function Named({ title }: { title: string }) {
  useTitle(title);
  return null;
}

test("until the operator's name is known, the title is the page's alone", async () => {
  vi.resetModules();
  const fresh = await import('./title');
  function Join() {
    fresh.useTitle('Join');
    return null;
  }
  render(<Join />);
  expect(document.title).toBe('Join');
  expect(fresh.documentTitle()).toBe('Join');
  fresh.setBrandTitle('Baroda Pickleball Club');
  expect(document.title).toBe('Join · Baroda Pickleball Club');
});

test("the operator's name does not replace the title from the server before the page has set its own", () => {
  document.title = 'Choose a location · Baroda Pickleball Club';
  setBrandTitle('Baroda Pickleball Club');
  expect(document.title).toBe('Choose a location · Baroda Pickleball Club');
});

test("the title follows the page and the operator's name", () => {
  setBrandTitle('Baroda Pickleball Club');
  const page = render(<Named title="Choose a location" />);
  expect(document.title).toBe('Choose a location · Baroda Pickleball Club');
  setBrandTitle('Another Club');
  expect(document.title).toBe('Choose a location · Another Club');
  page.rerender(<Named title="" />);
  expect(document.title).toBe('Another Club');
});
