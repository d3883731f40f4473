import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useAppConfig } from '@/api/app-config';
import { brandText } from '@/api/brand-text';
import { lazyPart } from '@/lib/lazy-part';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { Button } from '@/ui/Button';
import { HeroCourt } from '@/ui/art/HeroCourt';
import { homeTexts } from './texts';

// The static line is shown at once; the live one replaces it when it is loaded.
const LiveLead = lazyPart(async () => (await import('./LiveLead')).LiveLead);

/** The top of the home page. */
export function Hero() {
  const { isAuthenticated } = useSession();
  const brand = useAppConfig()?.brand;
  return (
    <section className="relative isolate overflow-hidden">
      <HeroCourt className="absolute inset-x-0 top-0 -z-10 h-[36rem] w-full max-md:-translate-y-10 md:h-[46rem] lg:left-auto lg:h-full lg:w-[66%]" />
      <div aria-hidden="true" className="hero-fade absolute inset-0 -z-10" />
      <div className="page gutter flex min-h-[38.5rem] flex-col justify-end pt-28 md:min-h-[45rem] md:pb-9 lg:min-h-[44rem] lg:justify-center lg:pb-10">
        <h1 className="display max-w-[5.5em] text-hero italic">
          {brand ? brandText(brand.hero_title, brand.hero_title_code) : homeTexts.hero}
        </h1>
        <p className="mt-5 min-h-[3em] text-balance md:mt-7 max-w-88 text-body text-white/85 md:max-w-104 md:text-lead">
          <Suspense fallback={homeTexts.lead}>
            <LiveLead />
          </Suspense>
        </p>
        {/* Keeps the height of the two buttons of a server-rendered page, so that a sign-in moves nothing. */}
        <div className="mt-5 flex flex-wrap content-start gap-3 max-sm:min-h-31">
          {isAuthenticated ? (
            <Button variant="lime" className="max-sm:w-full md:min-w-64" render={<Link {...paths.location()} />}>
              {homeTexts.bookNow}
            </Button>
          ) : (
            <>
              <Button variant="lime" className="max-sm:w-full md:min-w-56" render={<Link {...paths.join()} />}>
                {homeTexts.register}
              </Button>
              <Button variant="outline" className="max-sm:w-full" render={<Link {...paths.location()} />}>
                {homeTexts.seeCourts}
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
