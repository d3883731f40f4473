import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DayLine } from './DayLine';

/** How many ticks a line without hours has that begins at 4 AM and ends at this minute. */
function ticksUntil(until: number): number | undefined {
  const axis = { from: 240, until };
  const { container, unmount } = render(
    <DayLine name="Mon" spans={[]} before={[]} slot={30} axis={axis} onChange={undefined} />,
  );
  const ticks = container.firstElementChild?.children.length;
  unmount();
  return ticks;
}

test('a line has a tick at each hour between its ends, also if it ends between two hours', () => {
  expect([1440, 1470, 1500].map(ticksUntil)).toEqual([19, 20, 20]);
});
