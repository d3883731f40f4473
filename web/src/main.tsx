import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from './api/query-client';
import { replayQueuedClicks } from './app/queued-clicks';
import { Providers } from './app/Providers';
import { readPageData, seed } from './app/page-data';
import { createAppRouter } from './app/router';
import { scrollToSections } from './app/scroll-position';
import { returnToChosenLanguage, startLanguage } from './app/start-language';
import { removeLeftCountdown } from './features/booking/status/status-countdown';
import { currentLanguage } from './lib/language';
import { reloadForOtherSession } from './lib/session';
import { setSkeleton } from './lib/skeleton';
import { yieldToBrowser } from './lib/yield';
import './ui/app.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// The app starts in pieces: its code has just run, and no piece may block a slow phone for long.
await yieldToBrowser();
const page = readPageData();
if (page !== null) seed(queryClient, page);
const isRendered = page !== null && page.rendered !== 'nothing';
await startLanguage(isRendered ? page.language : undefined);
await yieldToBrowser();
const router = createAppRouter();
scrollToSections(router);
const app = (
  <StrictMode>
    <Providers router={router} />
  </StrictMode>
);
if (isRendered) {
  // The page already contains the screen. Its code must be loaded before hydration, or React would render it twice.
  router.ssr = { manifest: undefined };
  await yieldToBrowser();
  await router.load();
  await yieldToBrowser();
}
// A skeleton is the same for every query, also for one that the screen refuses.
if (isRendered && router.state.matches.every(({ status }) => status !== 'error')) {
  setSkeleton(page.rendered === 'skeleton');
  // In a transition React hydrates in slices of a few milliseconds, and a tapped part at once.
  const { href } = router.state.location;
  startTransition(() => {
    hydrateRoot(root, app, {
      onRecoverableError: (error) => {
        // If the player changes the language or goes elsewhere before a part is hydrated, React renders that part
        // again: not an error.
        if (currentLanguage() === page.language && router.state.location.href === href) reportError(error);
      },
    });
  });
} else {
  createRoot(root).render(app);
}
if (isRendered) returnToChosenLanguage(page.language);
removeLeftCountdown(window.location.pathname);
reloadForOtherSession(() => window.location.reload());
// From here on React itself hydrates a tapped part first.
replayQueuedClicks();
