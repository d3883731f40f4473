import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** What the app stores about the player between visits (spec §3, auth state). */
export interface SessionUser {
  customer_id: string;
  full_name: string;
  email: string;
  phone_no: string;
  gender?: string | null;
  dob?: string | null;
  image?: string | null;
}

/**
 * The session: `token` is null for a visitor. `ended` is true if the server refused the token, or another tab ended the
 * session.
 */
export interface Session {
  token: string | null;
  user: SessionUser | null;
  ended: boolean;
}

const visitor: Session = { token: null, user: null, ended: false };
// Public pages are rendered for a visitor; the signed-in player appears right after hydration.
const store = createStore<Session>(restore(), visitor);

// False while storage is blocked or full: then only this page knows the session.
let isStored = true;

function restore(): Session {
  return { token: readStored('user_token'), user: readUser(), ended: false };
}

function readUser(): SessionUser | null {
  const text = readStored('user_data');
  if (text === null) return null;
  try {
    const user: unknown = JSON.parse(text);
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'customer_id' in value && 'full_name' in value;
}

function write(session: Session): void {
  writeStored('user_token', session.token);
  writeStored('user_data', session.user === null ? null : JSON.stringify(session.user));
  isStored = readStored('user_token') === session.token;
  store.set(session);
}

/** The current session, for code outside components. */
export function currentSession(): Session {
  return store.get();
}

/** The current session, as a hook. */
export function useSession(): Session & { isAuthenticated: boolean } {
  const session = useStore(store);
  return { ...session, isAuthenticated: session.token !== null };
}

/** Stores token and user. */
export function startSession(token: string, user: SessionUser): void {
  write({ token, user, ended: false });
}

/** Updates the stored user with fields of a profile reply. */
export function updateSessionUser(user: Partial<SessionUser>): void {
  const now = store.get();
  if (now.token === null) return;
  write({ ...now, user: { ...emptyUser, ...now.user, ...user } });
}

const emptyUser: SessionUser = { customer_id: '', full_name: '', email: '', phone_no: '' };

/** Removes token and user. `refused` marks an end that the player did not request. */
export function endSession(refused = false): void {
  write({ token: null, user: null, ended: refused });
}

/** Clears `ended`. */
export function acknowledgeEnd(): void {
  const now = store.get();
  if (now.ended) store.set({ ...now, ended: false });
}

/** Calls `listener` when the session changes, in this tab or another one; returns the function that stops it. */
export function watchSession(listener: (session: Session) => void): () => void {
  const stop = store.subscribe(() => listener(store.get()));
  const onStorage = (event: StorageEvent) => {
    if (event.key !== 'user_token' && event.key !== 'user_data' && event.key !== null) return;
    const next = restore();
    const { token, ended } = store.get();
    // A logout in another tab ends the private screens of this one too. It changes two entries, so this runs twice, also
    // before the screen has loaded what notifies the player.
    store.set({ ...next, ended: next.token === null && (token !== null || ended) });
  };
  // The server renders for visitors only, and has no other tabs.
  if (typeof window === 'undefined') return stop;
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}

/**
 * Reloads a page that the browser kept and shows again if another tab has ended its session or started another one meanwhile: it got no
 * event of that, and its screens and forms are those of the player who left it.
 */
export function reloadForOtherSession(reload: () => void): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isStored && readStored('user_token') !== store.get().token) reload();
  });
}
