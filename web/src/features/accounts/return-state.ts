import { useLocation } from '@tanstack/react-router';
import { useInBrowser } from '@/lib/in-browser';

/** Where the player goes after login (spec §2). */
export interface ReturnState {
  returnUrl?: string;
  returnTo?: string;
}

/** The return state of this screen's navigation, to pass on with the next one. */
export function useReturnState(): ReturnState {
  const state = useLocation({ select: (location) => location.state });
  // The server does not know the navigation state.
  return useInBrowser() ? returnStateOf(state) : {};
}

/** Picks the return state out of a navigation's state. */
export function returnStateOf({ returnUrl, returnTo }: ReturnState): ReturnState {
  return { ...(returnUrl === undefined ? {} : { returnUrl }), ...(returnTo === undefined ? {} : { returnTo }) };
}
