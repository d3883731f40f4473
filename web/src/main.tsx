import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from './api/query-client';
import { doEarlyTaps } from './app/early-taps';
import { Providers } from './app/Providers';
import { readPageData, seed } from './app/page-data';
import { createAppRouter } from './app/router';
import { returnToChosenLanguage, startLanguage } from './app/start-language';
import { currentLanguage } from './lib/language';
import { setOutlined } from './lib/outlined';
import { yieldToBrowser } from './lib/yield';
import './ui/theme.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// In pieces: the code of the app has just run, and a slow phone must not be busy for long with any of them.
await yieldToBrowser();
const page = readPageData();
if (page !== null) seed(queryClient, page);
const drawn = page !== null && page.drawn !== 'nothing';
await startLanguage(drawn ? page.language : undefined);
await yieldToBrowser();
const router = createAppRouter();
const app = (
  <StrictMode>
    <Providers router={router} />
  </StrictMode>
);
if (drawn) {
  // The screen is there already. Its code has to be, too, before the app takes over: nothing may be drawn twice.
  router.ssr = { manifest: undefined };
  await yieldToBrowser();
  await router.load();
  await yieldToBrowser();
}
// An outline is the same for every query, also for one that the screen refuses.
if (drawn && router.state.matches.every(({ status }) => status !== 'error')) {
  setOutlined(page.drawn === 'outline');
  // As a transition React takes over in slices of a few milliseconds, and at once what is tapped.
  startTransition(() => {
    hydrateRoot(root, app, {
      onRecoverableError: (error) => {
        // A part that had not woken when the player changed the language is drawn anew in it: no fault.
        if (currentLanguage() === page.language) reportError(error);
      },
    });
  });
  returnToChosenLanguage(page.language);
} else {
  createRoot(root).render(app);
}
// From here on React itself wakes what is tapped.
doEarlyTaps();
