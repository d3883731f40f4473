declare global {
  interface Window {
    /**
     * Returns the buttons tapped before hydration, repeated taps on one button once, and stops recording
     * (before-app.js).
     */
    takeEarlyTaps?: () => HTMLElement[];
  }
}

/**
 * Replays taps on a page from the server that came before hydration, so that players on slow phones need not tap again.
 */
export function doEarlyTaps(): void {
  for (const button of window.takeEarlyTaps?.() ?? []) {
    if (button.isConnected) button.click();
  }
}
