import { expect, test } from 'vitest';
import { isHtmlPage } from './html-page';

test.each<[type: string | null, isPage: boolean]>([
  ['text/html', true],
  ['Text/HTML; charset=utf-8', true],
  ['text/csv; charset=utf-8', false],
  ['application/pdf', false],
  [null, false],
])('an answer of the type %s is a page of HTML: %s', (type, isPage) => {
  // A body of bytes has no type of its own.
  const body = new Uint8Array([60]);
  expect(isHtmlPage(new Response(body, type === null ? {} : { headers: { 'content-type': type } }))).toBe(isPage);
});
