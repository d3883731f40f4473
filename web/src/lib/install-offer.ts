import { isIpad } from './is-ipad';
import { readStored, writeStored } from './storage';
import { createStore, useStore } from './store';

/** Chromium's event: the app can be installed (missing from TypeScript's own types). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** How the app can be installed here: by the browser's own dialog, by hand (iOS), or not at all. */
export type InstallOffer = 'prompt' | 'by-hand' | 'none';

const waiting = createStore<InstallPromptEvent | null>(null);
const declined = createStore(false);

/** Keeps the browser's install event for later and suppresses its own bar over the first screen. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    waiting.set(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', declineInstall);
}

/** iPhones and iPads. */
function isAppleTouch(): boolean {
  return navigator.userAgent.includes('iPhone') || isIpad(navigator);
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** The way to install that can be offered now; `none` once the player declined or installed it. */
export function useInstallOffer(): InstallOffer {
  const event = useStore(waiting);
  const isDeclined = useStore(declined);
  if (isDeclined || readStored('install_hint') === 'no' || isInstalled()) return 'none';
  if (event !== null) return 'prompt';
  return isAppleTouch() ? 'by-hand' : 'none';
}

/** Opens the browser's install dialog. Each event allows one dialog; the player's answer there is final. */
export async function install(): Promise<void> {
  const event = waiting.get();
  declineInstall();
  await event?.prompt();
}

/** Stops the install hints on this device. */
export function declineInstall(): void {
  writeStored('install_hint', 'no');
  declined.set(true);
  waiting.set(null);
}
