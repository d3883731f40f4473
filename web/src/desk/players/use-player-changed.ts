import { useQueryClient } from '@tanstack/react-query';

/** Reads the players again after a decision about one: their page, and where they are found. */
export function usePlayerChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(['player', 'players', 'found'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
