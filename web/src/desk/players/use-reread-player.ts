import { useQueryClient } from '@tanstack/react-query';

/** Reads the page of a player, the lists and the searches again after a decision about a player. */
export function useRereadPlayer() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(['player', 'players', 'found'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
