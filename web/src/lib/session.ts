import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** What the app remembers of the player between visits (spec §3, auth state). */
export interface SessionUser {
  customer_id: string;
  full_name: string;
  email: string;
  phone_no: string;
  gender?: string | null;
  dob?: string | null;
  image?: string | null;
}

/** The session: `token` is null for a visitor. `ended` says that the server refused a token that we held. */
export interface Session {
  token: string | null;
  user: SessionUser | null;
  ended: boolean;
}

const visitor: Session = { token: null, user: null, ended: false };
// Public pages arrive drawn for a visitor; who is signed in appears right after.
const store = createStore<Session>(restore(), visitor);

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
  store.set(session);
}

/** The session as it is now, for code outside components. */
export function currentSession(): Session {
  return store.get();
}

/** The session in a component. */
export function useSession(): Session & { isAuthenticated: boolean } {
  const session = useStore(store);
  return { ...session, isAuthenticated: session.token !== null };
}

/** Stores token and user after a login or a verified code. */
export function startSession(token: string, user: SessionUser): void {
  write({ token, user, ended: false });
}

/** Takes over fields that a profile call brought. */
export function updateSessionUser(user: Partial<SessionUser>): void {
  const now = store.get();
  if (now.token === null) return;
  write({ ...now, user: { ...emptyUser, ...now.user, ...user } });
}

const emptyUser: SessionUser = { customer_id: '', full_name: '', email: '', phone_no: '' };

/** Forgets token and user. `refused` marks an end that the player did not ask for. */
export function endSession(refused = false): void {
  write({ token: null, user: null, ended: refused });
}

/** Called once the app has told the player that the session ended. */
export function acknowledgeEnd(): void {
  const now = store.get();
  if (now.ended) store.set({ ...now, ended: false });
}

/** Calls `listener` whenever the session changes, in this tab or another one. */
export function watchSession(listener: (session: Session) => void): () => void {
  const stop = store.subscribe(() => listener(store.get()));
  const onStorage = (event: StorageEvent) => {
    if (event.key !== 'user_token' && event.key !== 'user_data' && event.key !== null) return;
    const next = restore();
    // A logout in another tab ends the private screens of this one too.
    store.set({ ...next, ended: next.token === null && store.get().token !== null });
  };
  // The server draws for visitors only, and has no other tabs.
  if (typeof window === 'undefined') return stop;
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}
