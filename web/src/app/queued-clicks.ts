declare global {
  interface Window {
    /**
     * Returns the buttons clicked before hydration, successive clicks on one button once, and stops recording them, keeping the
     * browser from sending forms, and waiting for missing scripts (boot.js).
     */
    takeQueuedClicks?: () => HTMLElement[];
  }
}

/**
 * Replays clicks on a page from the server that came before hydration, so that players on slow phones need not click
 * again.
 */
export function replayQueuedClicks(): void {
  for (const button of window.takeQueuedClicks?.() ?? []) {
    if (button.isConnected) button.click();
  }
}
