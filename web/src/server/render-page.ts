import { shell } from 'virtual:shell';
import { queryClient } from '@/api/query-client';
import type { PageData } from '@/app/page-data';
import { everyLanguage } from '@/languages/every-language';
import { setLanguage } from '@/lib/language';
import { brandRule } from '@/lib/brand-colours';
import { setSkeleton } from '@/lib/skeleton';
import { documentTitle, setBrandTitle } from '@/lib/title';
import { documentOf } from './document';
import { renderScreen } from './render-screen';
import { headOf } from './head';
import { noScript } from './no-script';
import { notStarted } from './not-started';
import type { Page, PageRequest } from './page-request';
import { seedsOf } from './seeds';
import { titleOf } from './page-titles';

/** The source files of the screen at an address, as the browser's build names them. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  '/location': ['src/features/booking/LocationPage.tsx'],
  '/time-date-selection': ['src/features/booking/TimeDatePage.tsx'],
  '/court-selection': ['src/features/booking/CourtSelectionPage.tsx'],
  '/booking-status': ['src/features/booking/BookingStatusPage.tsx'],
  '/booking-confirmation': ['src/features/booking/BookingConfirmationPage.tsx'],
  '/join': ['src/features/accounts/JoinPage.tsx'],
  '/login': ['src/features/accounts/LoginPage.tsx'],
  '/forgot-password': ['src/features/accounts/ForgotPasswordPage.tsx'],
  '/about-us': ['src/features/info/AboutPage.tsx'],
  '/contact-us': ['src/features/info/ContactPage.tsx'],
  '/privacy-policy': ['src/features/info/PrivacyPage.tsx'],
  '/terms-conditions': ['src/features/info/TermsPage.tsx'],
  '/cancellation-refund-policy': ['src/features/info/RefundPolicyPage.tsx'],
};

/** A placeholder query for a screen that needs one to render its skeleton; no value of it is shown. */
const ANY_QUERY: Readonly<Record<string, string>> = {
  '/court-selection': 'venue=1&sport=1&date=2000-01-01&time=6:00+AM',
};

/** Renders one page, as far as requested. Throws if its screen cannot be rendered. */
export async function renderPage(request: PageRequest): Promise<Page> {
  const { path, language, config, server_time, extent: rendered } = request;
  const query = ANY_QUERY[path] ?? request.query;
  setLanguage(language, everyLanguage[language]);
  setBrandTitle(config.brand.name);
  const data: PageData = { server_time, language, rendered, queries: seedsOf(request) };
  queryClient.clear();
  for (const [key, answer] of data.queries) queryClient.setQueryData(key, answer);
  setSkeleton(rendered === 'skeleton');
  const screen =
    rendered !== 'nothing' ? await renderScreen(query === '' ? path : `${path}?${query}`) : { markup: '', status: 200 };
  const title =
    rendered !== 'nothing' ? documentTitle() : [titleOf(path), config.brand.name].filter(Boolean).join(' · ');
  // React puts preloads of the first pictures before the markup; they belong into the head.
  const [, early = '', markup = ''] = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s.exec(screen.markup) ?? [];
  const { html, style } = documentOf({
    locale: `${language}-IN`,
    head: headOf(request, title, screen.status) + early,
    markup,
    data,
    colours: brandRule(config.brand),
    noscript: noScript(config.brand, rendered === 'whole'),
    // Without a script a skeleton never fills, so the help text is above it.
    noscriptFirst: rendered === 'skeleton',
    notStarted: notStarted(),
    scripts: (SCREENS[path] ?? []).flatMap((source) => shell.scripts[source] ?? []),
  });
  return { status: screen.status, html, style, script: shell.script };
}
