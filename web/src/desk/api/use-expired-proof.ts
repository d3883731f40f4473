import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { hasCode } from './problem';

/**
 * Requests a new proof when a read was refused for want of a valid proof, and returns whether it was. The answer is
 * removed from the cache, so that the next proof begins with a new read and not with this failure.
 */
export function useExpiredProof(error: Error | null, queryKey: QueryKey, onProofNeeded: () => void): boolean {
  const queryClient = useQueryClient();
  const isOver = hasCode(error, 'proof_needed');
  const onOver = useEffectEvent(() => {
    queryClient.removeQueries({ queryKey });
    onProofNeeded();
  });
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return isOver;
}
