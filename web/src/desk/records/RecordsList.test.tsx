import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { RecordsList, type Pages } from './RecordsList';

afterEach(cleanup);

const loaded: Pages = {
  isPending: false,
  error: null,
  isLoadingError: false,
  isFetching: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: vi.fn(),
  fetchNextPage: vi.fn(),
};

test.each([
  ['that could not be read again says so above its rows', false, 'refetch'],
  ['whose next page failed says so below its rows', true, 'fetchNextPage'],
] as const)('a list %s, and tries that again', async (_, isFetchNextPageError, again) => {
  const pages = { ...loaded, error: new ApiFailure(503, 'unavailable'), isFetchNextPageError, [again]: vi.fn() };
  render(
    <RecordsList pages={pages} isEmpty={false} empty="" emptyText="" failed="It did not load">
      <p>A row</p>
    </RecordsList>,
  );
  const failure = screen.getByRole('alert');
  const place = screen.getByText('A row').compareDocumentPosition(failure);
  expect(place).toBe(isFetchNextPageError ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(pages[again]).toHaveBeenCalledOnce();
});
