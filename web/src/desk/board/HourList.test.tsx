import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleFact, sampleInstant } from '@/testing/desk-server';
import { queueStore } from '@/desk/api/queue';
import { boardModel } from '@/desk/day/board-model';
import type { Slot } from '@/desk/lib/slots';
import { HourList } from './HourList';

const NOW = Date.parse(sampleInstant(1104));

afterEach(cleanup);

test('a booking whose arrival was not sent says so', () => {
  const booking = sampleBoardBooking();
  const name = () => screen.getByRole('button', { name: /^Court 3, 7 to 8 PM, Rohan Mehta/ }).textContent;
  const list = () => (
    <HourList
      model={boardModel(sampleBoard({ bookings: [booking] }), NOW)}
      now={NOW}
      ahead={0}
      zone="Asia/Kolkata"
      open={undefined}
      choice={null}
      changed={new Set()}
      onOpen={() => {}}
      onClosure={() => {}}
    />
  );
  const { rerender } = render(list());
  expect(name()).not.toContain('Not sent yet');
  queueStore.set([sampleFact()]);
  onTestFinished(() => queueStore.set([]));
  rerender(list());
  expect(name()).toContain('Not sent yet');
});

test('a hold of the clerk says that a press writes it down while nothing can be booked', () => {
  const own = { id: '7', court: 23, minute: 1140, minutes: 60, until: sampleInstant(1105), by: 'Nisha', mine: true };
  const list = (off: string | null) => (
    <HourList
      model={boardModel(sampleBoard({ desk_holds: [own] }), NOW)}
      now={NOW}
      ahead={0}
      zone="Asia/Kolkata"
      open={undefined}
      choice={{ slots: [], off, until: new Map(), onToggle: () => {}, onBook: () => {} }}
      changed={new Set()}
      onOpen={() => {}}
      onClosure={() => {}}
    />
  );
  const hold = () => screen.getByRole('button', { name: /^Court 3, 7 to 8 PM/ });
  const { rerender } = render(list(null));
  expect(hold().querySelector('.sr-only')?.textContent).toBe('Court 3, 7 to 8 PM, You are booking');
  expect(hold().getAttribute('aria-haspopup')).toBeNull();
  rerender(list('Needs the network'));
  expect(hold().querySelector('.sr-only')?.textContent).toBe(
    'Court 3, 7 to 8 PM, You are booking, Needs the network, Write it down',
  );
  expect(hold().getAttribute('aria-haspopup')).toBe('dialog');
});

test('a double click on the free courts of an hour chooses one and does not take it out again', () => {
  const toggled: Slot[] = [];
  render(
    <HourList
      model={boardModel(sampleBoard(), NOW)}
      now={NOW}
      ahead={0}
      zone="Asia/Kolkata"
      open={undefined}
      choice={{
        slots: [],
        off: null,
        until: new Map(),
        onToggle: (slot) => {
          toggled.push(slot);
        },
        onBook: () => {},
      }}
      changed={new Set()}
      onOpen={() => {}}
      onClosure={() => {}}
    />,
  );
  const free = screen.getByRole('button', { name: '3 free, Book at 7 PM' });
  fireEvent.click(free, { detail: 1 });
  fireEvent.click(free, { detail: 2 });
  expect(toggled).toEqual([{ court: 21, minute: 1140 }]);
});

test('only an hour at which no court is taken says that it has no bookings', () => {
  const booking = sampleBoardBooking({ minute: 1140, minutes: 120 });
  render(
    <HourList
      model={boardModel(sampleBoard({ bookings: [booking] }), NOW)}
      now={NOW}
      ahead={0}
      zone="Asia/Kolkata"
      open={undefined}
      choice={null}
      changed={new Set()}
      onOpen={() => {}}
      onClosure={() => {}}
    />,
  );
  const hour = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(hour('8 PM')).toContain('Nothing new begins at this hour.');
  expect(hour('8 PM')).not.toContain('No bookings at this hour.');
  expect(hour('9 PM')).toContain('No bookings at this hour.');
});
