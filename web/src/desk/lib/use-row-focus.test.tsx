import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useRowFocus } from './use-row-focus';

afterEach(cleanup);

interface ListProps {
  ids: readonly string[];
  opened?: string;
  hasForm?: boolean;
}

/** A list of rows with the opened one, or a form, below; a button says from which id the steps go on. */
function List({ ids, opened, hasForm = false }: ListProps) {
  const root = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLOutputElement>(null);
  const isOpen = opened !== undefined || hasForm;
  const place = useRowFocus(root, opened, isOpen);
  return (
    <div ref={root} tabIndex={-1} id="screen">
      {ids.map((id) => (
        <button key={id} type="button" id={id} data-row={id}>
          {id}
        </button>
      ))}
      {isOpen && (
        <button type="button" id="close">
          {'Close'}
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          if (said.current) said.current.textContent = place() ?? 'none';
        }}
      >
        {'Place'}
      </button>
      <output ref={said} />
    </div>
  );
}

const ids = ['a', 'b', 'c'];
const focused = () => document.activeElement?.id;

/** Shows the list with the focus in what is opened. */
function show(props: ListProps) {
  const { rerender } = render(<List {...props} />);
  document.getElementById('close')?.focus();
  return (next: ListProps) => rerender(<List {...next} />);
}

function placeOfSteps() {
  fireEvent.click(screen.getByRole('button', { name: 'Place' }));
  return screen.getByRole('status').textContent;
}

test('at the start the screen takes the focus, and the steps have no place', () => {
  show({ ids });
  expect(focused()).toBe('screen');
  expect(placeOfSteps()).toBe('none');
});

test('the row of what is closed takes the focus, and the steps go on from there', () => {
  const change = show({ ids, opened: 'a' });
  change({ ids, opened: 'b' });
  change({ ids });
  expect(focused()).toBe('b');
  document.getElementById('screen')?.focus();
  expect(placeOfSteps()).toBe('b');
  document.getElementById('c')?.focus();
  expect(placeOfSteps()).toBe('c');
});

test('if the row has left the list, the screen takes the focus, and the steps still have its place', () => {
  const change = show({ ids, opened: 'b' });
  change({ ids: ['a', 'c'], opened: 'b' });
  change({ ids: ['a', 'c'] });
  expect(focused()).toBe('screen');
  expect(placeOfSteps()).toBe('b');
});

test('what is opened without a row of its own leads back to the row that was opened last', () => {
  const change = show({ ids, opened: 'b' });
  change({ ids, opened: 'of b' });
  change({ ids });
  expect(focused()).toBe('b');
  change({ ids, hasForm: true });
  document.getElementById('close')?.focus();
  change({ ids });
  expect(focused()).toBe('b');
});

test('a focus that is elsewhere stays there', () => {
  const change = show({ ids, opened: 'b' });
  document.getElementById('c')?.focus();
  change({ ids });
  expect(focused()).toBe('c');
});

test('an Enter that is held opens no row', () => {
  show({ ids });
  const row = screen.getByRole('button', { name: 'b' });
  // False if the default action, which presses the row, was prevented.
  expect(fireEvent.keyDown(row, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(row, { key: 'Enter', repeat: true })).toBe(false);
});
