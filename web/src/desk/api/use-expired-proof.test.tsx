import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DeskProblem } from './problem';
import { useExpiredProof } from './use-expired-proof';

const NUMBERS = ['numbers'];
const refusal = () => new DeskProblem(new Response(null, { status: 403 }), { code: 'proof_needed' });

afterEach(cleanup);

test('a read that was refused after an earlier one requests one proof, and then begins again', async () => {
  let isProven = true;
  let proofs = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

  function Numbers({ onProofNeeded }: { onProofNeeded: () => void }) {
    const query = useQuery({
      queryKey: NUMBERS,
      queryFn: () => (isProven ? Promise.resolve('98250 41736') : Promise.reject(refusal())),
    });
    useExpiredProof(query.error, NUMBERS, onProofNeeded);
    return <p>{query.data ?? 'loading'}</p>;
  }
  function Proof() {
    const [isAsking, setIsAsking] = useState(false);
    if (!isAsking) {
      return (
        <Numbers
          onProofNeeded={() => {
            proofs += 1;
            setIsAsking(true);
          }}
        />
      );
    }
    return (
      <button
        type="button"
        onClick={() => {
          isProven = true;
          setIsAsking(false);
        }}
      >
        Prove
      </button>
    );
  }

  render(
    <QueryClientProvider client={client}>
      <Proof />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('98250 41736')).toBeTruthy();
  isProven = false;
  await act(() => client.invalidateQueries({ queryKey: NUMBERS }));
  const prove = await screen.findByRole('button', { name: 'Prove' });
  act(() => prove.click());
  expect(await screen.findByText('98250 41736')).toBeTruthy();
  expect(proofs).toBe(1);
});
