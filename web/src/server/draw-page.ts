import { shell } from 'virtual:shell';
import { queryClient } from '@/api/query-client';
import type { PageData } from '@/app/page-data';
import { everyLanguage } from '@/languages/every-language';
import { setLanguage } from '@/lib/language';
import { documentTitle, setBrandTitle } from '@/lib/title';
import { documentOf } from './document';
import { draw } from './draw';
import { headOf } from './head';
import { noScript } from './no-script';
import type { Page, PageRequest } from './page-request';
import { seedsOf } from './seeds';
import { titleOf } from './page-titles';

/** The source of the screen at an address, and of what it loads lazily, as the browser's build knows them. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  '/location': ['src/features/booking/LocationPage.tsx'],
  '/time-date-selection': ['src/features/booking/TimeDatePage.tsx'],
  '/about-us': ['src/features/info/AboutPage.tsx'],
  '/contact-us': ['src/features/info/ContactPage.tsx'],
  '/privacy-policy': ['src/features/info/PrivacyPage.tsx'],
  '/terms-conditions': ['src/features/info/TermsPage.tsx'],
  '/cancellation-refund-policy': ['src/features/info/RefundPolicyPage.tsx'],
};

/** One page, whole. Throws when its screen cannot be drawn; the program then asks for it with `drawn` false. */
export async function drawPage(request: PageRequest): Promise<Page> {
  const { path, query, language, config, server_time, drawn } = request;
  setLanguage(language, everyLanguage[language]);
  setBrandTitle(config.brand.name);
  const data: PageData = { server_time, language, drawn, queries: seedsOf(request) };
  queryClient.clear();
  for (const [key, answer] of data.queries) queryClient.setQueryData(key, answer);
  const screen = drawn ? await draw(query === '' ? path : `${path}?${query}`) : { markup: '', status: 200 };
  const title = drawn ? documentTitle() : [titleOf(path), config.brand.name].filter(Boolean).join(' · ');
  // React names the pictures that come first; that belongs into the head.
  const [, early = '', markup = ''] = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s.exec(screen.markup) ?? [];
  const { html, style } = documentOf({
    locale: `${language}-IN`,
    head: headOf(request, title, screen.status) + early,
    markup,
    data,
    noscript: noScript(config.brand, markup !== ''),
    scripts: (SCREENS[path] ?? []).flatMap((source) => shell.scripts[source] ?? []),
  });
  return { status: screen.status, html, style, script: shell.script };
}
