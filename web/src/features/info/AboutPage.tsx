import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { venuesQuery } from '@/api/venues';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { VenueArt } from '@/ui/art/VenueArt';
import { infoTexts } from './texts';

/** Who the operator is, and the five selling points (spec §1). */
export function AboutPage() {
  useTitle(infoTexts.aboutTitle);
  const name = useAppConfig()?.brand.name;
  const venues = useQuery(venuesQuery).data ?? [];
  const courts = venues.reduce((sum, venue) => sum + venue.outdoor_counts + venue.indoor_counts, 0);
  return (
    <div className="page gutter pt-10 md:pt-14">
      <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          <h1 className="display text-h1">{infoTexts.aboutTitle}</h1>
          <p className="mt-5 text-lead text-pretty">{name && infoTexts.aboutLead(name)}</p>
          {/* Reserves the line, so that nothing shifts when the venues arrive. */}
          <p className="figures mt-4 min-h-6 font-bold">
            {courts > 0 && infoTexts.aboutNumbers(venues.length, courts)}
          </p>
          <div className="mt-6">
            <Button variant="lime" className="max-sm:w-full" render={<Link {...paths.location()} />}>
              {infoTexts.aboutAction}
            </Button>
          </div>
        </div>
        <VenueArt className="aspect-[16/10] w-full rounded-2xl" />
      </div>
      <ol className="mt-12 grid gap-x-10 sm:grid-cols-2 md:mt-16 lg:grid-cols-6">
        {infoTexts.aboutPoints.map((point, at) => (
          <li key={point.title} className={`border-t border-line py-6 ${at < 3 ? 'lg:col-span-2' : 'lg:col-span-3'}`}>
            <h2 className="display text-h3">
              <span aria-hidden="true" className="figures mr-2.5 text-quiet">
                {at + 1}
              </span>
              {point.title}
            </h2>
            <p className="mt-2.5 text-quiet">{point.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
