import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LoadFailure } from './LoadFailure';

afterEach(cleanup);

test.each([false, true])(
  'the focus of a retry button that disappears goes to what is around it, as a strip: %s',
  (strip) => {
    const screenWith = (failed: boolean) => (
      <main tabIndex={-1}>
        {failed && (
          <LoadFailure title="It did not load" retryLabel="Try again" onRetry={() => {}} isBusy={false} strip={strip} />
        )}
      </main>
    );
    const { rerender } = render(screenWith(true));
    screen.getByRole('button', { name: 'Try again' }).focus();
    rerender(screenWith(false));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  },
);

test('a failure that disappears takes no focus from elsewhere', () => {
  const screenWith = (failed: boolean) => (
    <main tabIndex={-1}>
      <a href="/">Home</a>
      {failed && <LoadFailure title="It did not load" retryLabel="Try again" onRetry={() => {}} isBusy={false} />}
    </main>
  );
  const { rerender } = render(screenWith(true));
  screen.getByRole('link').focus();
  rerender(screenWith(false));
  expect(document.activeElement).toBe(screen.getByRole('link'));
});
