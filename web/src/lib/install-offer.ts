import { readStored, writeStored } from './storage';
import { createStore, useStore } from './store';

/** Chromium's event: the app could go on the home screen (not in TypeScript's own types). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** How the app gets on the home screen here: by the browser's own window, by hand (iOS), or not at all. */
export type InstallOffer = 'prompt' | 'by-hand' | 'none';

const waiting = createStore<InstallPromptEvent | null>(null);
const declined = createStore(false);

/** Keeps the browser's offer for later, instead of its bar over the first screen. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    waiting.set(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', declineInstall);
}

/** iPhones and iPads; the latter call themselves Macs, but are touched. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** What can be offered now; nothing once it was declined or taken. */
export function useInstallOffer(): InstallOffer {
  const event = useStore(waiting);
  const no = useStore(declined);
  if (no || readStored('install_hint') === 'no' || isInstalled()) return 'none';
  if (event !== null) return 'prompt';
  return isAppleTouch() ? 'by-hand' : 'none';
}

/** Opens the browser's window. It works once for each offer; what the player answers there is final. */
export async function install(): Promise<void> {
  const event = waiting.get();
  declineInstall();
  await event?.prompt();
}

/** No more hints on this device. */
export function declineInstall(): void {
  writeStored('install_hint', 'no');
  declined.set(true);
  waiting.set(null);
}
