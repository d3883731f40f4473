import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { addFact, queueStore, readQueue } from '@/desk/api/queue';
import { OfflineNotes } from './OfflineNotes';

beforeEach(() => {
  stubIndexedDb();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Keeps a note about the booking 1 on this device. */
async function keepNote(text: string): Promise<void> {
  const { id, name } = sampleMe.staff;
  const what = { kind: 'note', order: '1', about: 'booking', text } as const;
  await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what });
}

test('the second press of a double click does not remove the note that took the place of the first one', async () => {
  await readQueue();
  await keepNote('Four rackets');
  await keepNote('Two balls');
  render(<OfflineNotes me={sampleMe} venue={1} order="1" label="Rohan Mehta" />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove the note “Four rackets”' }), { detail: 1 });
  await waitFor(() => expect(screen.queryByText('Four rackets')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Remove the note “Two balls”' }), { detail: 2 });
  // Written after a removal would be.
  await keepNote('Pays late');
  await screen.findByText('Pays late');
  const texts = queueStore.get().map(({ what }) => what.kind === 'note' && what.text);
  expect(texts).toEqual(['Two balls', 'Pays late']);
});
