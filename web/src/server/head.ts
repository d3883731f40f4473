import { headTexts } from '@/app/head-texts';
import { dataText, escapeText } from './escape';
import type { PageRequest } from './page-request';

/** The picture for link previews, 1200 × 630; web/scripts/draw-preview.mjs draws it. */
const PREVIEW = '/social-preview.jpg';

/** The description of a page that search engines may list; null for all other pages. */
function describe({ path, config, venues, months }: PageRequest): string | null {
  const { brand } = config;
  const venue = months[0]?.venue;
  switch (path) {
    case '/':
      return headTexts.home(brand.name);
    case '/location':
      return headTexts.location(brand.name, (venues ?? []).map((each) => each.venue_name).join(', '));
    case '/time-date-selection':
      return venue ? headTexts.timeDate(venue.venue_name, venue.venue_location) : null;
    case '/about-us':
      return headTexts.aboutUs(brand.name);
    case '/contact-us':
      return headTexts.contactUs(brand.name, brand.address);
    case '/privacy-policy':
      return headTexts.privacyPolicy(brand.name);
    case '/terms-conditions':
      return headTexts.terms(brand.name);
    case '/cancellation-refund-policy':
      return headTexts.refundPolicy(brand.name);
    default:
      return null;
  }
}

/**
 * Title, description, previews and structured data of a page; a page without a description is marked as not to be
 * indexed.
 */
export function headOf(request: PageRequest, title: string, status: number): string {
  const { path, config, public_url: site } = request;
  const description = status === 200 ? describe(request) : null;
  const titleTag = `<title>${escapeText(title)}</title>`;
  if (description === null) return `${titleTag}<meta name="robots" content="noindex">`;
  const query = path === '/time-date-selection' ? `?venue=${request.months[0]?.venue.venue_id}&sport=1` : '';
  const address = `${site}${path}${query}`;
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeText(content)}">`;
  return [
    titleTag,
    meta('description', description),
    `<link rel="canonical" href="${escapeText(address)}">`,
    meta('og:type', 'website'),
    meta('og:site_name', config.brand.name),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', address),
    meta('og:image', site + PREVIEW),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('twitter:card', 'summary_large_image'),
    ...structuredData(request).map((location) => `<script type="application/ld+json">${dataText(location)}</script>`),
  ].join('');
}

/** The venues as schema.org sports locations, on the pages that list them; none on other pages. */
function structuredData({ path, config, venues, public_url: site }: PageRequest): unknown[] {
  if (path !== '/' && path !== '/location') return [];
  const { brand } = config;
  return (venues ?? []).map((venue) => ({
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    name: venue.venue_name,
    url: `${site}/time-date-selection?venue=${venue.venue_id}&sport=1`,
    address: venue.venue_location,
    telephone: brand.phone === '' ? undefined : brand.phone,
    sport: 'Pickleball',
    parentOrganization: { '@type': 'Organization', name: brand.name, url: `${site}/` },
    image: venue.venue_image ? new URL(venue.venue_image, `${site}/`).href : undefined,
  }));
}
