declare global {
  interface Window {
    /** What was tapped before the app was awake, each button once in a row; from now on none is kept (before-app.js). */
    takeEarlyTaps?: () => HTMLElement[];
  }
}

/** Does what was tapped on a page from the server before it could, on a slow phone that is: nobody taps a second time. */
export function doEarlyTaps(): void {
  for (const button of window.takeEarlyTaps?.() ?? []) {
    if (button.isConnected) button.click();
  }
}
