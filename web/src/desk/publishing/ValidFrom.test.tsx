import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ValidFrom } from './ValidFrom';

function Chosen() {
  const [day, setDay] = useState('2026-11-23');
  return (
    <>
      <ValidFrom
        today="2026-11-22"
        validFrom={day}
        earliest="2026-11-23"
        texts={{
          validFrom: 'Valid from',
          otherDay: 'Another day',
          dayRule: 'Tomorrow at the earliest.',
          tooEarly: (earliest) => `From ${earliest} on.`,
          tooFar: (last) => `Up to ${last}.`,
        }}
        onDay={setDay}
      />
      <output>{day}</output>
    </>
  );
}

test('a day on the way to the wanted one stays in the field while it is typed, and is not chosen', () => {
  render(<Chosen />);
  const field = screen.getByLabelText<HTMLInputElement>('Another day');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const chosen = () => screen.getByRole('status').textContent;
  // 2 January 2027: the day, the month and the year.
  type('2026-11-02');
  expect([field.value, chosen()]).toEqual(['2026-11-02', '2026-11-23']);
  expect(screen.getByText('From Mon 23 Nov on.')).toBeTruthy();
  type('2026-01-02');
  expect([field.value, chosen()]).toEqual(['2026-01-02', '2026-11-23']);
  type('2027-01-02');
  expect([field.value, chosen()]).toEqual(['2027-01-02', '2027-01-02']);
  expect(screen.queryByText('From Mon 23 Nov on.')).toBeNull();
  type('2028-01-02');
  expect(chosen()).toBe('2027-01-02');
  expect(screen.getByText('Up to 23 November 2027.')).toBeTruthy();
  fireEvent.blur(field);
  expect(field.value).toBe('2027-01-02');
  expect(screen.queryByText(/^Up to /)).toBeNull();
});
