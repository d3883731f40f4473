import { useLocation } from '@tanstack/react-router';

/** Where the player wanted to go; carried through every account screen (spec §2). */
export interface ReturnState {
  returnUrl?: string;
  returnTo?: string;
}

/** The way back that came with this screen, to hand on with the next navigation. */
export function useReturnState(): ReturnState {
  const { returnUrl, returnTo } = useLocation({ select: (location) => location.state });
  return { ...(returnUrl === undefined ? {} : { returnUrl }), ...(returnTo === undefined ? {} : { returnTo }) };
}
