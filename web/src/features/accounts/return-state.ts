import { useLocation } from '@tanstack/react-router';

/** Where the player wanted to go; carried through every account screen (spec §2). */
export interface ReturnState {
  returnUrl?: string;
  returnTo?: string;
}

/** The way back that came with this screen, to hand on with the next navigation. */
export function useReturnState(): ReturnState {
  return returnStateOf(useLocation({ select: (location) => location.state }));
}

/** The way back out of a navigation's state. */
export function returnStateOf({ returnUrl, returnTo }: ReturnState): ReturnState {
  return { ...(returnUrl === undefined ? {} : { returnUrl }), ...(returnTo === undefined ? {} : { returnTo }) };
}
