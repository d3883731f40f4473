import { expect, test } from 'vitest';
import { recordsSearch } from './records-search';

test('a part of the address that is wrong counts as absent', () => {
  expect(recordsSearch({ venue: '1', state: 'sent', from: '2026-11-22', to: '2028-02-29' })).toEqual({
    venue: '1',
    state: 'sent',
    from: '2026-11-22',
    to: '2028-02-29',
  });
  expect(recordsSearch({ venue: 'x', state: 'gone', from: '2026-02-31', to: '2026-13-01', odd: '1' })).toEqual({});
});
