import { expect, test } from 'vitest';
import { parseQuery, writeQuery } from '@/lib/query-string';
import { courtSearch, orderSearch, timeDateSearch, verificationSearch } from './search';

/** Validates a query as the router passes it: unvalidated text. */
function read<Out>(schema: (raw: never) => Out, query: string): Out {
  return schema(parseQuery(query) as never);
}

test('a booking address survives being written and read', () => {
  const query = '?venue=2&sport=1&device_id=a1B2c3D4e5&date=2026-11-22&time=7%3A00+PM&court=3';
  const search = read(courtSearch, query);
  expect(search).toMatchObject({ venue: 2, sport: 1, date: '2026-11-22', time: '7:00 PM', court: 3 });
  expect(writeQuery(search)).toBe(query);
});

test('an address without its venue or day is refused', () => {
  expect(() => read(timeDateSearch, '?sport=1')).toThrow('venue');
  expect(() => read(timeDateSearch, '?venue=-1')).toThrow('venue');
  expect(() => read(courtSearch, '?venue=1&time=7:00 PM')).toThrow('date');
});

test('an invalid optional part of the query counts as absent; an absent sport is 1', () => {
  expect(read(courtSearch, '?venue=1&date=2026-11-22&time=7:00 PM&court=zero').court).toBeUndefined();
  expect(read(timeDateSearch, '?venue=1&date=22.11.2026').date).toBeUndefined();
  expect(read(timeDateSearch, '?venue=1').sport).toBe(1);
});

test('an order number loses its # and keeps its leading zeros', () => {
  expect(read(orderSearch, '?orderId=%230123456789').orderId).toBe('0123456789');
  expect(read(orderSearch, '?orderId=javascript:1').orderId).toBeUndefined();
});

test('code entry distinguishes sign-up from reset', () => {
  expect(read(verificationSearch, '?user=h&reg=1')).toMatchObject({ reg: '1', forgot: undefined });
  expect(read(verificationSearch, '?user=h&forgot=true')).toMatchObject({ forgot: 'true' });
});
