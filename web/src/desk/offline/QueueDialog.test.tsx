import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { addFact, changeFact, readQueue } from '@/desk/api/queue';
import { QueueDialog } from './QueueDialog';

beforeEach(stubIndexedDb);
afterEach(() => vi.unstubAllGlobals());

test('the window keeps the focus when a refused entry is sent again and its button is away', async () => {
  await readQueue();
  const { id, name } = sampleMe.staff;
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  const fact = await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what });
  await changeFact(fact.id, { refusal: { code: 'changed_meanwhile', params: {}, due_paise: null } });
  const { user } = renderScreen({ path: '/', component: () => <QueueDialog me={sampleMe} onClose={() => {}} /> });
  const again = await screen.findByRole('button', { name: 'Try again' });
  await user.click(again);
  await waitFor(() => expect(again.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement?.closest('dialog')).toBeInstanceOf(HTMLElement));
});
