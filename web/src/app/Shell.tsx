import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useInBrowser } from '@/lib/in-browser';
import { useLanguage } from '@/lib/language';
import { lazyPart } from '@/lib/lazy-part';
import { Footer } from './Footer';
import { Header } from './Header';
import { ServerState } from './ServerState';
import { layoutOf } from './screen-layout';
import { useScrollToTop } from './scroll-position';
import { shellTexts } from './texts';

// Loaded right after the first paint, which does not need it. The offline notice is not part of it: without a network
// it could not load.
const Layers = lazyPart(async () => (await import('./Layers')).Layers);

/** Header, screen, footer, and what can appear over any screen. */
export function Shell() {
  useLanguage();
  const { pathname } = useLocation();
  const layout = layoutOf(pathname);
  // The offline notice and the layers depend on this device, so a page from the server does not contain them.
  const inBrowser = useInBrowser();
  useScrollToTop(pathname);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-solid px-4 py-3 font-bold text-on-solid focus:translate-y-0"
      >
        {shellTexts.skipToContent}
      </a>
      {inBrowser && <ServerState />}
      <div className="relative flex flex-1 flex-col">
        <Header isOverHero={layout.hasHeaderOverHero} isHiddenOnPhones={layout.hasStepHeader} />
        <main id="content" tabIndex={-1} className="flex-1">
          <Outlet />
        </main>
      </div>
      <div className={layout.hidesFooter ? 'max-md:hidden' : ''}>
        <Footer />
      </div>
      {inBrowser && (
        <Suspense>
          <Layers />
        </Suspense>
      )}
    </div>
  );
}
