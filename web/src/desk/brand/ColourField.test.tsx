import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, open, prepareEach, written } from './brand.test-kit';

prepareEach();

test('a colour that cannot be read is not saved, and the nearest one is offered', async () => {
  const { user, log } = open('/set-up/brand/look', { 'PUT /api/desk/brand': () => ({ version: 4 }) });
  const court = await field('Outdoor courts: code of the colour');
  await user.type(court, '#4fc3f7');
  expect(screen.getByText(/At least 4\.5 : 1 is needed/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const error = await screen.findByText(/^Players could not read this\./);
  expect(court.getAttribute('aria-describedby')?.split(' ')).toContain(error.id);
  expect(written(log)).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Take #[\da-f]{6} instead$/ }));
  expect(screen.getByText(/^Contrast 4\.5 : 1\. Good to read/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[0]?.body?.['court']).toMatch(/^#[\da-f]{6}$/);
});

test('a button that is removed as it is pressed leaves the focus in its field', async () => {
  const { user } = open('/set-up/brand/look');
  const picker = await screen.findByLabelText('Outdoor courts', { selector: 'input' });
  await user.type(await field('Outdoor courts: code of the colour'), '#4fc3f7');
  for (const name of [/^Take #[\da-f]{6} instead$/, 'Use the standard colour']) {
    await user.click(screen.getByRole('button', { name }));
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.activeElement).toBe(picker);
  }
});
