import { useLocation } from '@tanstack/react-router';
import { useInBrowser } from '@/lib/in-browser';

/** Where the player wanted to go; carried through every account screen (spec §2). */
export interface ReturnState {
  returnUrl?: string;
  returnTo?: string;
}

/** The way back that came with this screen, to hand on with the next navigation. */
export function useReturnState(): ReturnState {
  const state = useLocation({ select: (location) => location.state });
  // The server knows no way back.
  return useInBrowser() ? returnStateOf(state) : {};
}

/** The way back out of a navigation's state. */
export function returnStateOf({ returnUrl, returnTo }: ReturnState): ReturnState {
  return { ...(returnUrl === undefined ? {} : { returnUrl }), ...(returnTo === undefined ? {} : { returnTo }) };
}
