import { Link } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { brandText } from '@/api/brand-text';
import { paths } from '@/lib/paths';
import { readablePhone } from '@/lib/phone';
import { yearIn } from '@/lib/year-in';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { footerTexts } from './footer-texts';

const link =
  'inline-flex min-h-11 items-center text-[.9375rem] font-medium text-quiet underline-offset-4 hover:text-ink hover:underline';

/** The operator's name, links and phone, and the languages. */
export function Footer() {
  const config = useAppConfig();
  const brand = config?.brand;
  const year = config ? yearIn(config.timezone, config.server_time) : '';
  return (
    <footer className="scheme-dark mt-16 -mb-(--hold-bar,0px) pb-(--hold-bar,0px) border-t border-line bg-deeper text-ink md:mt-24">
      <div className="page gutter grid gap-x-12 gap-y-8 pt-12 pb-8 md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1.2fr_1fr]">
        <div className="md:max-lg:col-span-full">
          <p className="display text-[2rem] leading-none uppercase italic">{brand?.name ?? ''}</p>
          <p className="mt-3 max-w-xs text-quiet">
            {brand ? brandText(brand.tagline, brand.tagline_code) : footerTexts.footerLine}
          </p>
        </div>
        <nav aria-label={footerTexts.footerNavigation} className="grid grid-cols-2 gap-x-6 gap-y-5 md:contents">
          <ul>
            <li>
              <Link {...paths.location()} className={link}>
                {footerTexts.play}
              </Link>
            </li>
            <li>
              <Link {...paths.aboutUs()} className={link}>
                {footerTexts.aboutUs}
              </Link>
            </li>
            <li>
              <Link {...paths.contactUs()} className={link}>
                {footerTexts.contactUs}
              </Link>
            </li>
          </ul>
          <ul>
            <li>
              <Link {...paths.privacyPolicy()} className={link}>
                {footerTexts.privacyPolicy}
              </Link>
            </li>
            <li>
              <Link {...paths.termsConditions()} className={link}>
                {footerTexts.terms}
              </Link>
            </li>
            <li>
              <Link {...paths.cancellationRefundPolicy()} className={link}>
                {footerTexts.refundPolicy}
              </Link>
            </li>
          </ul>
          <ul>
            {brand?.instagram_url && (
              <li>
                <a href={brand.instagram_url} rel="noopener" className={link}>
                  {footerTexts.instagram}
                </a>
              </li>
            )}
            {brand?.facebook_url && (
              <li>
                <a href={brand.facebook_url} rel="noopener" className={link}>
                  {footerTexts.facebook}
                </a>
              </li>
            )}
            {brand?.whatsapp_url && (
              <li>
                <a href={brand.whatsapp_url} rel="noopener" className={link}>
                  {footerTexts.whatsapp}
                </a>
              </li>
            )}
            {brand && brand.phone !== '' && (
              <li>
                <a href={`tel:${brand.phone}`} className={`${link} figures`}>
                  {readablePhone(brand.phone)}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </div>
      <div className="page gutter flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-line py-5 text-small text-quiet">
        <p>{brand && footerTexts.copyright(year, brand.legal_name)}</p>
        <LanguageSwitch className="-mx-3 w-full" />
      </div>
    </footer>
  );
}
