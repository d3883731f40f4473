import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { IssuedDocument } from '@/api/order-document';
import { deferred } from '@/testing/deferred';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { refusal, type Reply, serve } from '@/testing/stand-in-server';
import { Documents } from './Documents';

const receipt: IssuedDocument = { kind: 'receipt', number: 'R/26-27/000001', amount: 800 };
const note: IssuedDocument = { kind: 'credit_note', number: 'C/26-27/000001', amount: 770 };

function open(
  reply: () => Reply<'GET /api/user/receipt'> | Promise<Reply<'GET /api/user/receipt'>>,
  documents: readonly IssuedDocument[] = [receipt, note],
) {
  const log = serve({ 'GET /api/user/receipt': reply, 'GET /api/user/credit_note': reply });
  const rendered = renderScreen({
    path: '/papers',
    component: () => <Documents orderid="4071553902" documents={documents} />,
  });
  return { ...rendered, log };
}

const file = () =>
  new Response('%PDF-1.7', {
    headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="receipt-R-26.pdf"' },
  });

beforeEach(() => {
  signIn();
});

describe('the documents of a booking', () => {
  test('a receipt is saved under the name from the server, once for two taps', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const answer = deferred<Reply<'GET /api/user/receipt'>>();
    const { user, log } = open(() => answer.promise);
    await user.dblClick(await screen.findByRole('button', { name: 'Receipt (PDF)' }));
    answer.resolve(file());
    expect(await screen.findByText(/Saved as receipt-R-26\.pdf\./)).toBeTruthy();
    expect(names).toEqual(['receipt-R-26.pdf']);
    expect(log.map(({ call, query }) => [call, query.get('orderid'), query.get('number')])).toEqual([
      ['GET /api/user/receipt', '4071553902', 'R/26-27/000001'],
    ]);
    expect(log[0]?.authorization).toBe('Bearer so_1');
  });

  test('of several receipts and credit notes each has a button with its amount', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, log } = open(file, [
      receipt,
      { kind: 'receipt', number: 'D1/26-27/000001', amount: 200 },
      note,
      { kind: 'credit_note', number: 'N1/26-27/000001', amount: 200 },
    ]);
    await screen.findByRole('button', { name: 'Receipt (PDF), ₹800' });
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    expect(names).toEqual([
      'Receipt (PDF), ₹800',
      'Receipt (PDF), ₹200',
      'Credit note (PDF), ₹770',
      'Credit note (PDF), ₹200',
    ]);
    await user.click(screen.getByRole('button', { name: 'Receipt (PDF), ₹200' }));
    await user.click(screen.getByRole('button', { name: 'Credit note (PDF), ₹770' }));
    await waitFor(() => expect(log).toHaveLength(2));
    expect(log.map(({ call, query }) => [call, query.get('number')])).toEqual([
      ['GET /api/user/receipt', 'D1/26-27/000001'],
      ['GET /api/user/credit_note', 'C/26-27/000001'],
    ]);
  });

  test('two documents of a kind with the same amount are told apart by their numbers', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const second: IssuedDocument = { ...receipt, number: 'R/26-27/000002' };
    const { user, log } = open(file, [receipt, second, { ...receipt, number: 'R/26-27/000003', amount: 200 }]);
    await user.click(await screen.findByRole('button', { name: 'Receipt (PDF), R/26-27/000002' }));
    await waitFor(() => expect(log.map(({ query }) => query.get('number'))).toEqual(['R/26-27/000002']));
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Receipt (PDF), R/26-27/000001',
      'Receipt (PDF), R/26-27/000002',
      'Receipt (PDF), ₹200',
    ]);
    // On a small phone the end of a number in one line, which tells them apart, would be outside of the card.
    expect(screen.getByRole('group').className).not.toContain('whitespace-nowrap');
  });

  test('a receipt is requested again if the api-key is refused', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const replies: Reply<'GET /api/user/receipt'>[] = [[401, refusal('bad_api_key', 'Reload the page.')]];
    const { user, log } = open(() => replies.shift() ?? file());
    await user.click(await screen.findByRole('button', { name: 'Receipt (PDF)' }));
    expect(await screen.findByText(/Saved as receipt-R-26\.pdf\./)).toBeTruthy();
    expect(log).toHaveLength(2);
  });

  test('a lost connection and a refusal show a message, and the button works again', async () => {
    const replies: Reply<'GET /api/user/receipt'>[] = [
      'no network',
      [429, refusal('throttled', 'Please wait a moment.')],
    ];
    const { user, log } = open(() => replies.shift() ?? file());
    const button = await screen.findByRole('button', { name: 'Credit note (PDF)' });
    await user.click(button);
    expect(await screen.findByText(/Not downloaded/)).toBeTruthy();
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
    await user.click(button);
    expect(await screen.findByText(/Please wait a moment\./)).toBeTruthy();
    expect(log).toHaveLength(2);
  });
});
