import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useShortcuts } from './use-shortcuts';

afterEach(cleanup);

function Screen({ onTake }: { onTake: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  useShortcuts(root);
  return (
    <div ref={root}>
      <h2 tabIndex={-1}>Booking</h2>
      <a href="#other">Other</a>
      <details>
        <summary>
          <span>All weeks</span>
        </summary>
      </details>
      <button type="button" aria-keyshortcuts="Enter" onClick={onTake}>
        Take
      </button>
    </div>
  );
}

test('Enter presses its button from the heading, and from a link or a summary only what is focused', () => {
  const take = vi.fn<() => void>();
  render(<Screen onTake={take} />);
  for (const text of ['Other', 'All weeks']) {
    // False if the default action, which follows the link or opens the details, was prevented.
    expect(fireEvent.keyDown(screen.getByText(text), { key: 'Enter' })).toBe(true);
  }
  expect(take).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(screen.getByText('Booking'), { key: 'Enter' })).toBe(false);
  expect(take).toHaveBeenCalledOnce();
});
