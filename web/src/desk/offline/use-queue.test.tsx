import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleFact, sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { addFact, queueStore } from '@/desk/api/queue';
import { deleteFact, listFacts, putFact } from '@/desk/api/queue-database';
import type { Sent } from './send-queue';
import { useQueueSender } from './use-queue';

const send = vi.hoisted(() => vi.fn<() => Promise<Sent>>());
vi.mock('./send-queue', () => ({ sendQueue: send }));

beforeEach(() => {
  stubIndexedDb();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Sender() {
  useQueueSender(sampleMe);
  return null;
}

test('what another tab has sent does not wait here any more', async () => {
  const ofColleague = sampleFact({ staff: { id: '13', name: 'Kiran Joshi' } });
  await putFact(ofColleague);
  // The other tab sends the facts of this person while this one finds nothing to send.
  send.mockImplementation(async () => {
    for (const { id, staff } of await listFacts()) if (staff.id === sampleMe.staff.id) await deleteFact(id);
    return { done: 0, refused: 0, isLeft: false };
  });
  renderScreen({ path: '/', component: Sender });
  await waitFor(() => expect(queueStore.get()).toEqual([expect.objectContaining({ id: ofColleague.id })]));

  const { id, name } = sampleMe.staff;
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what });
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  await waitFor(() => expect(queueStore.get()).toEqual([expect.objectContaining({ id: ofColleague.id })]));
});

test('the board and the end of the day are read again after facts were sent', async () => {
  send.mockImplementation(async () => {
    for (const { id } of await listFacts()) await deleteFact(id);
    return { done: 1, refused: 0, isLeft: false };
  });
  const { queryClient } = renderScreen({ path: '/', component: Sender });
  const keys = [
    ['board', 1, '2026-11-22'],
    ['day-end', 1, '2026-11-22'],
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  const { id, name } = sampleMe.staff;
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what });
  const areOld = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  await waitFor(() => expect(areOld()).toEqual([true, true]));
});
