import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { closeDrawer, useDrawer } from '@/lib/drawer';
import { watchInstallOffer } from '@/lib/install-offer';
import { useLanguage } from '@/lib/language';
import { lazyPart } from '@/lib/lazy-part';
import { useOverlay } from '@/lib/loading';
import { paths } from '@/lib/paths';
import { acknowledgeEnd, currentSession, useSession, watchSession } from '@/lib/session';
import { dismissToast, toast, TOAST_MILLISECONDS, useToasts } from '@/lib/toast';
import { Spinner } from '@/ui/Spinner';
import { Toasts } from '@/ui/Toasts';
import { LanguageOffer } from './LanguageOffer';
import { RouteAnnouncer } from './RouteAnnouncer';
import { layoutOf } from './screen-layout';
import { layerTexts } from './layer-texts';
import { animateScreenChanges } from './page-motion';
import { keepLanguage, registerWorker, reloadForMissingChunks } from './register-worker';

const Drawer = lazyPart(async () => (await import('@/ui/Drawer')).Drawer);

const HoldLayer = lazyPart(async () => (await import('@/features/booking/hold/HoldLayer')).HoldLayer);

/** What can appear over a screen, and the route announcer for screen readers. */
export function Layers() {
  useSessionEnd();
  const router = useRouter();
  useEffect(() => animateScreenChanges(router), [router]);
  useInstallation();
  const { pathname } = useLocation();
  const { isAuthenticated } = useSession();
  return (
    <>
      <RouteAnnouncer />
      {!layoutOf(pathname).hasStepHeader && <LanguageOffer />}
      {isAuthenticated && (
        <Suspense>
          <HoldLayer />
        </Suspense>
      )}
      <ToastLayer />
      <DrawerLayer />
      <OverlayLayer />
    </>
  );
}

/** Features of the installed app, and the reload of a page that misses a chunk. */
function useInstallation(): void {
  useEffect(() => {
    watchInstallOffer();
    reloadForMissingChunks();
    registerWorker();
  }, []);
  const language = useLanguage();
  useEffect(() => keepLanguage(language), [language]);
}

/**
 * If the session ended without a logout in this tab: notifies the player on a screen that needs a session and leads to
 * login, or notifies the player there if the screen's route has led to it already.
 */
function useSessionEnd(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const check = useEffectEvent(() => {
    if (!currentSession().ended) return;
    acknowledgeEnd();
    const { needsSession } = layoutOf(location.pathname);
    // If the refusal came before the screen was loaded, its route has redirected to login already.
    const isRedirected = location.pathname === paths.login().to && location.state.returnTo !== undefined;
    if (!needsSession && !isRedirected) return;
    toast.info(layerTexts.sessionEnded);
    if (needsSession) void navigate({ ...paths.login(), state: { returnTo: location.href }, replace: true });
  });
  useEffect(() => {
    check();
    return watchSession(check);
  }, []);
}

/** True as soon as `now` was true once: a part that was needed once stays loaded. */
function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}

function ToastLayer() {
  const toasts = useToasts();
  if (!useOnce(toasts.length > 0)) return null;
  return <Toasts toasts={toasts} onDismiss={dismissToast} milliseconds={TOAST_MILLISECONDS} />;
}

function DrawerLayer() {
  const drawer = useDrawer();
  const { pathname } = useLocation();
  // The sheet is about the screen that opened it.
  useEffect(() => closeDrawer, [pathname]);
  if (!useOnce(drawer.isOpen)) return null;
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
  const isBusy = useOverlay();
  if (!isBusy) return null;
  return (
    <div className="fixed inset-0 z-40 grid animate-fade place-items-center bg-paper/70 [animation-delay:120ms]">
      {/* A background of its own: text over text cannot be read. */}
      <div className="rounded-xl border border-line bg-card px-6 py-4 text-ink shadow-pass">
        <Spinner label={layerTexts.overlay} />
      </div>
    </div>
  );
}
