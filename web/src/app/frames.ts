/** How the shell frames a screen. */
export interface Frame {
  /** The header lies transparent over a dark hero. */
  overHero: boolean;
  /** On phones only the step's own header and no footer; the action bar is at the lower edge. */
  stepHeader: boolean;
  /** The screen is only for signed-in players. */
  needsSession: boolean;
}

const STEPS = ['/location', '/time-date-selection', '/court-selection'];
const PRIVATE = ['/your-profile', '/history-details', '/cancel-booking'];

/** The frame of the screen at a path. */
export function frameOf(pathname: string): Frame {
  return {
    overHero: pathname === '/',
    stepHeader: STEPS.includes(pathname),
    needsSession: PRIVATE.some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  };
}
