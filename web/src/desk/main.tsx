import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { replayQueuedClicks } from '@/app/queued-clicks';
import { readFirstAnswers } from './api/first-answers';
import { queryClient } from './api/query-client';
import { registerDeskWorker } from './app/register-worker';
import { openFirstScreen } from './app/first-screen';
import { createDeskRouter } from './app/router';
import { startLanguage } from './app/start-language';
import { reloadForNextLink, takeLinkToken } from './lib/link-token';
import './app/desk.css';

// The token leaves the address before other code reads it.
takeLinkToken();
reloadForNextLink(() => window.location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('desk.html has no #root');
const router = createDeskRouter();
// The texts of a screen are loaded in the language that is shown.
const screen = startLanguage().then(() => openFirstScreen(router));
await Promise.all([screen, readFirstAnswers(queryClient)]);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
// The page has no button before this; from here on boot.js must not keep clicks and forms.
replayQueuedClicks();
registerDeskWorker();
