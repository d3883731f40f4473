import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react';
import { dismissToast, toast, TOAST_MILLISECONDS, useToasts } from '@/lib/toast';
import { closeDrawer, useDrawer } from '@/lib/drawer';
import { useOverlay } from '@/lib/loading';
import { paths } from '@/lib/paths';
import { acknowledgeEnd, currentSession, watchSession } from '@/lib/session';
import { Spinner } from '@/ui/Spinner';
import { Footer } from './Footer';
import { Header } from './Header';
import { RouteAnnouncer } from './RouteAnnouncer';
import { ServerState } from './ServerState';
import { frameOf } from './frames';
import { shellTexts } from './texts';

const Toasts = lazy(async () => ({ default: (await import('@/ui/Toasts')).Toasts }));
const Drawer = lazy(async () => ({ default: (await import('@/ui/Drawer')).Drawer }));

/** Header, screen, footer, and what can appear over any screen. */
export function Shell() {
  const { pathname } = useLocation();
  const frame = frameOf(pathname);
  const main = useRef<HTMLElement>(null);
  useScrollToTop(pathname, main);
  useSessionEnd();

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-solid px-4 py-3 font-bold text-on-solid focus:translate-y-0"
      >
        {shellTexts.skipToContent}
      </a>
      <Header overHero={frame.overHero} hiddenOnPhones={frame.stepHeader} />
      <ServerState />
      <main ref={main} id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <div className={frame.stepHeader ? 'max-md:hidden' : ''}>
        <Footer />
      </div>
      <RouteAnnouncer />
      <ToastLayer />
      <DrawerLayer />
      <OverlayLayer />
    </div>
  );
}

/** The page scrolls to the top on every route change (spec §2); the new screen fades in. */
function useScrollToTop(pathname: string, main: RefObject<HTMLElement | null>): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    if (window.matchMedia('(prefers-reduced-motion: no-preference)').matches) {
      main.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 140, easing: 'ease-out' });
    }
  }, [pathname, main]);
}

/** When the server no longer knows the player: say so, and let them sign in where the screen needs it. */
function useSessionEnd(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const here = useRef(location);
  here.current = location;
  useEffect(() => {
    const check = () => {
      if (!currentSession().ended) return;
      acknowledgeEnd();
      if (!frameOf(here.current.pathname).needsSession) return;
      toast.info(shellTexts.sessionEnded);
      void navigate({ ...paths.login(), state: { returnTo: here.current.href }, replace: true });
    };
    check();
    return watchSession(check);
  }, [navigate]);
}

function ToastLayer() {
  const toasts = useToasts();
  const used = useRef(false);
  used.current ||= toasts.length > 0;
  if (!used.current) return null;
  return (
    <Suspense>
      <Toasts toasts={toasts} onDismiss={dismissToast} milliseconds={TOAST_MILLISECONDS} />
    </Suspense>
  );
}

function DrawerLayer() {
  const drawer = useDrawer();
  const used = useRef(false);
  used.current ||= drawer.isOpen;
  if (!used.current) return null;
  return (
    <Suspense>
      <Drawer
        open={drawer.isOpen}
        onClose={closeDrawer}
        title={drawer.title}
        paragraph={drawer.paragraph}
        height={drawer.height}
      >
        {drawer.content}
      </Drawer>
    </Suspense>
  );
}

function OverlayLayer() {
  const busy = useOverlay();
  if (!busy) return null;
  return (
    <div className="fixed inset-0 z-40 grid animate-fade place-items-center bg-paper/70 [animation-delay:120ms]">
      <Spinner label={shellTexts.overlay} />
    </div>
  );
}
