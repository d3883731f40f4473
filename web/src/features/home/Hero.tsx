import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAppConfig } from '@/api/app-config';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { Button } from '@/ui/Button';
import { HeroCourt } from '@/ui/art/HeroCourt';
import { homeTexts } from './texts';
import { freeTonight } from './tonight';

/** The first screen: what it is, how many courts are free tonight, and the one action. */
export function Hero() {
  const { isAuthenticated } = useSession();
  const brand = useAppConfig()?.brand;
  const lead = useLead();
  return (
    <section className="relative isolate overflow-hidden">
      <HeroCourt className="absolute inset-x-0 top-0 -z-10 h-[36rem] w-full max-md:-translate-y-10 md:left-auto md:h-full md:w-[66%]" />
      <div aria-hidden="true" className="hero-fade absolute inset-0 -z-10" />
      <div className="page gutter flex min-h-[38.5rem] flex-col justify-end pt-28 md:min-h-[40rem] md:justify-center md:pb-10 lg:min-h-[44rem]">
        <h1 className="display max-w-[5.5em] text-hero italic">{brand?.hero_title ?? homeTexts.hero}</h1>
        <p className="mt-5 min-h-[3em] max-w-88 text-body text-white/85 md:max-w-104 md:text-lead">{lead}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          {isAuthenticated ? (
            <Button look="lime" className="max-sm:w-full md:min-w-64" render={<Link {...paths.location()} />}>
              {homeTexts.bookNow}
            </Button>
          ) : (
            <>
              <Button look="lime" className="max-sm:w-full md:min-w-56" render={<Link {...paths.join()} />}>
                {homeTexts.register}
              </Button>
              <Button look="outline" className="max-sm:w-full" render={<Link {...paths.location()} />}>
                {homeTexts.look}
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** The live line, once the page has nothing better to do; until then, and when a call fails, the standing one. */
function useLead(): string {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIdle(true), 300);
    return () => window.clearTimeout(timer);
  }, []);
  const venues = useQuery(venuesQuery);
  const answers = useQueries({
    queries: (venues.data ?? []).slice(0, 6).map((venue) => ({ ...slotsQuery(venue.venue_id), enabled: idle })),
  });
  const days = answers.map((answer) => answer.data?.date[0]);
  if (days.length === 0 || days.some((day) => day === undefined)) return homeTexts.lead;
  const next = freeTonight(days.map((day) => day?.slots ?? []));
  if (!next) return homeTexts.lead;
  return homeTexts.tonight(next.free, next.evening ? homeTexts.tonightAt(next.time) : homeTexts.todayAt(next.time));
}
