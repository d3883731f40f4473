/** How the shell lays out a screen. */
export interface ScreenLayout {
  /** The header lies transparent over a dark hero. */
  hasHeaderOverHero: boolean;
  /** On phones only the step's own header is shown. */
  hasStepHeader: boolean;
  /** On phones no footer is shown. */
  hidesFooter: boolean;
  /** The screen is only for signed-in players. */
  needsSession: boolean;
}

const STEPS = ['/location', '/time-date-selection', '/court-selection'];
const PRIVATE = ['/your-profile', '/history-details', '/cancel-booking'];

/** The layout of the screen at a path. */
export function layoutOf(pathname: string): ScreenLayout {
  const isStep = STEPS.includes(pathname);
  const isOffer = pathname.startsWith('/r/');
  return {
    hasHeaderOverHero: pathname === '/' || isOffer,
    hasStepHeader: isStep,
    hidesFooter: isStep || isOffer,
    needsSession: PRIVATE.some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  };
}
