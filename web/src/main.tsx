import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from './api/query-client';
import { doEarlyTaps } from './app/early-taps';
import { Providers } from './app/Providers';
import { readPageData, seed } from './app/page-data';
import { createAppRouter } from './app/router';
import { returnToChosenLanguage, startLanguage } from './app/start-language';
import { currentLanguage } from './lib/language';
import './ui/theme.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const page = readPageData();
if (page !== null) seed(queryClient, page);
await startLanguage(page?.drawn === true ? page.language : undefined);
const router = createAppRouter();
const app = (
  <StrictMode>
    <Providers router={router} />
  </StrictMode>
);
if (page?.drawn === true) {
  // The screen is there already. Its code has to be, too, before the app takes over: nothing may be drawn twice.
  router.ssr = { manifest: undefined };
  await router.load();
  hydrateRoot(root, app, {
    onRecoverableError: (error) => {
      // A part that had not woken when the player changed the language is drawn anew in it: no fault.
      if (currentLanguage() === page.language) reportError(error);
    },
  });
  returnToChosenLanguage(page.language);
} else {
  createRoot(root).render(app);
}
// From here on React itself wakes what is tapped.
doEarlyTaps();
