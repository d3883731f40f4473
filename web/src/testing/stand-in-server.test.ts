import { expect, test } from 'vitest';
import { refusal, type Replies, success } from './stand-in-server';

test('the compiler refuses replies that the server could not give', () => {
  const replies: Replies[] = [
    // @ts-expect-error -- the venues are missing
    { 'GET /api/getvenue': () => success() },
    // @ts-expect-error -- this call never refuses with status 200
    { 'GET /api/getvenue': () => refusal('no_such_venue') },
    // @ts-expect-error -- no response with this status is described
    { 'POST /api/login': () => [418, refusal('internal')] },
    // @ts-expect-error -- no such call
    { 'POST /api/sign_in': () => success() },
    { 'POST /api/login': () => [503, refusal('unavailable')] },
  ];
  // @ts-expect-error -- no such code
  expect(refusal('unheard_of').error).toBe(1);
  expect(replies).toHaveLength(5);
});
