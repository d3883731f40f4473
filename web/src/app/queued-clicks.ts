declare global {
  interface Window {
    /**
     * Returns the buttons clicked before hydration, successive clicks on one button once, and removes the listeners of
     * boot.js.
     */
    takeQueuedClicks?: () => HTMLElement[];
  }
}

/** Replays clicks on a page from the server that came before hydration. */
export function replayQueuedClicks(): void {
  for (const button of window.takeQueuedClicks?.() ?? []) {
    if (button.isConnected) button.click();
  }
}
