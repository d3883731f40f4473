import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setServerAway } from '@/lib/online';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleInstant,
  sampleMe,
} from '@/testing/desk-server';
import type { DeskReplies } from '@/testing/desk-server';
import { toastTexts, toasts } from '@/testing/toasts';
import { BOARD, open, prepareEach } from './new-booking.test-kit';
import { BOOKING, ORDER } from './open-booking.test-kit';

prepareEach();

const WRITE = 'POST /api/desk/bookings/{order}/notes';
const REMOVE = 'DELETE /api/desk/bookings/{order}/notes/{note}';

const late = { id: '12', about: 'player', text: 'Pays late <b>', at: sampleInstant(900), by: 'Kiran Joshi' } as const;
const rackets = {
  id: '13',
  about: 'booking',
  text: 'Four rackets',
  at: sampleInstant(1104),
  by: 'Kiran Joshi',
} as const;
const refused = () => [409, problem('too_many_notes')] as const;

type Note = typeof late | typeof rackets;

/** Opens the board with an opened booking that has these notes. */
function openNotes(before: readonly Note[], mayNote = true, replies: DeskReplies = {}) {
  const permissions = { 'board.read': 'yes', ...(mayNote && { 'player.note': 'yes' }) } as Record<string, string>;
  let notes = [...before];
  return open(
    {
      'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
      [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ notes: notes.length })] }),
      [BOOKING]: () => sampleBooking({ notes }),
      [WRITE]: () => {
        notes = [...notes, rackets];
        return { id: '13', undo_until: sampleInstant(1105), booking: sampleBooking({ notes }) };
      },
      [REMOVE]: ({ params }) => {
        notes = notes.filter(({ id }) => id !== params['note']);
        return sampleBooking({ notes });
      },
      ...replies,
    },
    `?open=${ORDER}`,
  );
}

test('notes are shown with who and when, as plain text, and marked on the cell', async () => {
  openNotes([late, rackets], false);
  await screen.findByText('Pays late <b>');
  expect(screen.getByText('Kiran Joshi, 3:00 PM')).toBeDefined();
  expect(screen.getByText('Kiran Joshi, 6:24 PM · this game')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Court 3, .*with a note/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Note/ }), 'no button without the permission').toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove the note/ })).toBeNull();
});

test('T writes a note, Enter saves it, and its toast undoes that', async () => {
  const { user, calls } = openNotes([]);
  await screen.findByRole('button', { name: /^Note/ });
  screen.getByRole('button', { name: /^Court 3, / }).focus();
  await user.keyboard('t');
  const field = screen.getByRole('textbox', { name: 'What should colleagues know?' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Enter}');
  await screen.findByText('Write the note first');
  await user.click(screen.getByRole('radio', { name: 'At this game' }));
  await user.type(field, 'Four rackets{Enter}');
  await screen.findByText('Kiran Joshi, 6:24 PM · this game');
  expect(calls(WRITE).map(({ body }) => body)).toEqual([{ about: 'booking', text: 'Four rackets' }]);
  const [saved] = toasts();
  expect(saved?.text).toBe('Noted for Rohan Mehta (Court 3, 7 PM).');
  saved?.action?.run();
  await waitFor(() => expect(calls(REMOVE)[0]?.params).toEqual({ order: ORDER, note: '13' }));
  await waitFor(() => expect(screen.queryByText('Four rackets')).toBeNull());
});

test('a read of the booking that began before a note was written does not hide it', async () => {
  const late = deferred<ReturnType<typeof sampleBooking>>();
  let notes: Note[] = [];
  let isNextLate = false;
  const { user, calls, queryClient } = openNotes([], true, {
    // The booking is not on the board, whose changes would have it read again.
    [BOARD]: () => sampleBoard({ bookings: [] }),
    [BOOKING]: () => {
      if (!isNextLate) return sampleBooking({ notes });
      isNextLate = false;
      return late.promise;
    },
    [WRITE]: () => {
      notes = [rackets];
      return { id: '13', undo_until: sampleInstant(1105), booking: sampleBooking({ notes }) };
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  isNextLate = true;
  const read = queryClient.refetchQueries({ queryKey: ['booking', ORDER] });
  await waitFor(() => expect(calls(BOOKING)).toHaveLength(2));
  await user.type(screen.getByRole('textbox', { name: 'What should colleagues know?' }), 'Four rackets{Enter}');
  await screen.findByText('Kiran Joshi, 6:24 PM · this game');
  late.resolve(sampleBooking());
  await act(() => read);
  expect(queryClient.getQueryData(['booking', ORDER])).toMatchObject({ notes: [rackets] });
});

test('a note can be undone while the undo of another one is not answered', async () => {
  const answer = deferred<void>();
  let id = 12;
  const { user, calls } = openNotes([], true, {
    [WRITE]: () => {
      id += 1;
      return { id: String(id), undo_until: sampleInstant(1105), booking: sampleBooking({ notes: [] }) };
    },
    [REMOVE]: async () => {
      await answer.promise;
      return sampleBooking({ notes: [] });
    },
  });
  const write = async (text: string) => {
    await user.click(await screen.findByRole('button', { name: /^Note/ }));
    await user.type(screen.getByRole('textbox', { name: 'What should colleagues know?' }), `${text}{Enter}`);
  };
  await write('Four rackets');
  await waitFor(() => expect(toastTexts()).toEqual(['Noted for Rohan Mehta.']));
  const [first] = toasts();
  first?.action?.run();
  await waitFor(() => expect(calls(REMOVE)).toHaveLength(1));
  await write('Two balls');
  await waitFor(() => expect(toasts().at(-1)?.id).not.toBe(first?.id));
  toasts().at(-1)?.action?.run();
  answer.resolve();
  await waitFor(() => expect(calls(REMOVE).map(({ params }) => params['note'])).toEqual(['13', '14']));
});

test('what is typed stays in the note when the server goes away, and when it is back', async () => {
  // Compiled before, as the panel of the board is.
  await import('@/desk/offline-booking/OfflineBooking');
  const { user } = openNotes([]);
  await screen.findByRole('button', { name: /^Note/ });
  screen.getByRole('button', { name: /^Court 3, / }).focus();
  await user.keyboard('t');
  await user.keyboard('Late i');
  act(() => setServerAway(true));
  onTestFinished(() => setServerAway(false));
  await screen.findByText('Kept on this device, and sent when the connection is back.');
  const focused = () => document.activeElement as HTMLTextAreaElement;
  await waitFor(() => expect(focused().closest('[inert]')).toBeNull());
  await user.keyboard('n t');
  expect(focused().value).toBe('Late in t');
  act(() => setServerAway(false));
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'What should colleagues know?' })).toHaveLength(1));
  await user.keyboard('he rain');
  expect(focused().value).toBe('Late in the rain');
});

test('a refusal keeps what was typed and says why; Escape closes the note and not the panel', async () => {
  const { user } = openNotes([late], true, { [WRITE]: () => [409, problem('too_many_notes')] });
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What should colleagues know?' });
  await user.type(field, 'One more{Enter}');
  await screen.findByText(/This player has 20 notes/);
  expect(field.value).toBe('One more');
  await user.type(field, '{Escape}');
  expect(screen.queryByRole('textbox', { name: 'What should colleagues know?' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Note/ }));
  expect(screen.getByText('Pays late <b>')).toBeDefined();
});

test('Escape on a choice of the note closes the note and not the panel', async () => {
  const { user, place } = openNotes([late]);
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  await user.click(screen.getByRole('radio', { name: 'At this game' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'What should colleagues know?' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Note/ }));
  expect(place()).toContain(ORDER);
});

test('what is typed while a note is saved stays, and it cannot be given up meanwhile', async () => {
  const answer = deferred<{ id: string; undo_until: string; booking: ReturnType<typeof sampleBooking> }>();
  const { user } = openNotes([], true, { [WRITE]: () => answer.promise });
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What should colleagues know?' });
  await user.type(field, 'Four rackets{Enter}');
  await user.type(field, ', two balls{Escape}');
  expect(screen.getByRole('button', { name: 'Do not save' })).toHaveProperty('disabled', true);
  answer.resolve({ id: '13', undo_until: sampleInstant(1105), booking: sampleBooking({ notes: [rackets] }) });
  await screen.findByText('Four rackets');
  expect(field.value).toBe('Four rackets, two balls');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Do not save' })).toHaveProperty('disabled', false));
  await user.type(field, '{Escape}');
  expect(screen.queryByRole('textbox', { name: 'What should colleagues know?' })).toBeNull();
});

test('a note that is refused after its panel was closed is reported, and is still there', async () => {
  const answer = deferred<ReturnType<typeof refused>>();
  const { user, place } = openNotes([], true, { [WRITE]: () => answer.promise });
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  await user.type(screen.getByRole('textbox', { name: 'What should colleagues know?' }), 'Four rackets{Enter}');
  await user.click(screen.getByRole('button', { name: 'Close the booking' }));
  await waitFor(() => expect(place()).toBe('/v/1/board'));
  answer.resolve(refused());
  await vi.waitFor(() => expect(toasts()[0]?.title).toBe('The note was not saved'));
  await user.click(screen.getByRole('button', { name: /^Court 3, / }));
  expect(await screen.findByDisplayValue('Four rackets')).toBeTruthy();
});

test('a note with more than 300 characters is not sent', async () => {
  const { user, calls } = openNotes([]);
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  const field = screen.getByRole('textbox', { name: 'What should colleagues know?' });
  await user.click(field);
  await user.paste('ह'.repeat(301));
  await user.keyboard('{Enter}');
  await screen.findByText('At most 300 characters');
  expect(calls(WRITE)).toEqual([]);
});

test('removing asks first', async () => {
  const { user, calls } = openNotes([late]);
  await user.click(await screen.findByRole('button', { name: 'Remove the note “Pays late <b>”' }));
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(calls(REMOVE)).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove the note “Pays late <b>”' }));
  await user.click(screen.getByRole('button', { name: 'Remove the note “Pays late <b>”' }));
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(screen.queryByText('Pays late <b>')).toBeNull());
  expect(toastTexts()).toEqual(['The note is removed.']);
});

test('a note that is saved late is not shown to the next person, who could undo it', async () => {
  const answer = deferred<void>();
  const { user, calls, queryClient } = openNotes([], true, {
    [WRITE]: async () => {
      await answer.promise;
      return { id: '13', undo_until: sampleInstant(1105), booking: sampleBooking({ notes: [rackets] }) };
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Note/ }));
  await user.type(screen.getByRole('textbox', { name: 'What should colleagues know?' }), 'Four rackets{Enter}');
  await waitFor(() => expect(calls(WRITE)).toHaveLength(1));
  // The screen ends with the session, and another person signs in.
  cleanup();
  queryClient.setQueryData(['me'], { ...sampleMe, staff: { ...sampleMe.staff, id: '13' } });
  answer.resolve();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(toasts()).toEqual([]);
});
