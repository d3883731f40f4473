import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleBoard, sampleInstant } from '@/testing/desk-server';
import { boardModel } from '@/desk/day/board-model';
import { DayRail, type View } from './DayRail';

/** The width of an hour on the rail, in pixels. */
const HOUR = 10;
const starts = Array.from({ length: 12 }, (_, index) => 720 + index * 60);
const model = boardModel(
  sampleBoard({ starts: starts.map((minute) => ({ minute, at: sampleInstant(minute) })), prices_paise: [] }),
  Date.parse(sampleInstant(1104)),
);

afterEach(cleanup);

/** Renders the rail of twelve hours, and collects the hours that it brings into view; the view stays as it is. */
function show(view: View) {
  const targets: number[] = [];
  render(<DayRail model={model} courts={3} view={view} onView={(from) => targets.push(from)} />);
  const slider = screen.getByRole('slider', { name: 'Hours in view' });
  // The DOM of the tests has no layout.
  slider.setPointerCapture = () => {};
  const rail = slider.firstElementChild;
  if (rail === null) throw new Error('the slider has no rail');
  rail.getBoundingClientRect = () => new DOMRect(0, 0, starts.length * HOUR, 40);
  const at = (hour: number) => ({ pointerId: 1, buttons: 1, clientX: hour * HOUR });
  return {
    targets,
    press: (hour: number) => fireEvent.pointerDown(slider, at(hour)),
    drag: (hour: number) => fireEvent.pointerMove(slider, at(hour)),
    release: (hour: number) => fireEvent.pointerUp(slider, at(hour)),
  };
}

test('a tap beside the frame goes there, although the hours still scroll when the finger is lifted', () => {
  const { targets, press, release } = show({ from: 0, count: 3 });
  press(8.5);
  release(8.5);
  expect(targets.at(-1)).toBe(7);
});

test('a tap inside the frame goes to its first hour, to which the list of a phone scrolls back', () => {
  const { targets, press, release } = show({ from: 6, count: 1 });
  press(6.5);
  release(6.5);
  expect(targets).toEqual([6]);
});

test('a drag ends at the whole hour that is nearest to where it went, and not beyond the day', () => {
  const { targets, press, drag, release } = show({ from: 0, count: 3 });
  press(1);
  drag(5.4);
  release(5.4);
  expect(targets).toEqual([4.4, 4]);
  press(1);
  drag(14);
  release(14);
  expect(targets.at(-1)).toBe(9);
});

test('an arrow moves the hours in view by one, and with Alt it is left to the browser', () => {
  const { targets } = show({ from: 3, count: 3 });
  const slider = screen.getByRole('slider', { name: 'Hours in view' });
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(targets).toEqual([]);
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft' })).toBe(false);
  expect(targets).toEqual([2]);
});

test('of keys that follow one another quickly none is lost, although the hours still scroll', () => {
  const { targets } = show({ from: 3, count: 3 });
  const slider = screen.getByRole('slider', { name: 'Hours in view' });
  for (const key of ['ArrowRight', 'ArrowRight', 'PageUp', 'ArrowLeft']) fireEvent.keyDown(slider, { key });
  expect(targets).toEqual([4, 5, 8, 7]);
});

test('a key counts from the hours in view once the scroll of the key before has ended', () => {
  const { targets } = show({ from: 3, count: 3 });
  const slider = screen.getByRole('slider', { name: 'Hours in view' });
  for (const at of [1_000, 1_500]) {
    const event = createEvent.keyDown(slider, { key: 'ArrowRight' });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(slider, event);
  }
  expect(targets).toEqual([4, 4]);
});
