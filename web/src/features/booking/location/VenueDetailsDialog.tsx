import { ArrowUpRight, MapPin } from 'lucide-react';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { Dialog } from '@/ui/Dialog';
import { venueDetailsTexts } from '../texts';
import { Facilities } from './Facilities';
import type { Venue } from './VenueCard';
import { VenuePhoto } from './VenuePhoto';

export interface VenueDetailsDialogProps {
  venue: Venue;
  onClose: () => void;
  onChoose: () => void;
}

/** Details of one venue: courts, address, facilities, photos (spec §2). */
export function VenueDetailsDialog({ venue, onClose, onChoose }: VenueDetailsDialogProps) {
  const counts = [
    {
      type: 'outdoor' as const,
      count: venue.outdoor_counts,
      word: venueDetailsTexts.outdoorCourts,
    },
    { type: 'indoor' as const, count: venue.indoor_counts, word: venueDetailsTexts.indoorCourts },
  ];
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={venue.venue_name}
      closeLabel={venueDetailsTexts.close}
      footer={
        <Button variant="lime" wide onClick={onChoose}>
          {venueDetailsTexts.choose}
        </Button>
      }
    >
      <div className="grid gap-7">
        {venue.gallery_links.length > 0 && (
          <section aria-label={venueDetailsTexts.gallery}>
            <ul
              aria-label={venueDetailsTexts.galleryHint}
              // A scrollable part must be focusable for keyboard users.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className="scrollbar-none -mx-5 flex scroll-px-5 [scroll-snap-type:x_mandatory] gap-3 overflow-x-auto px-5 md:-mx-7 md:scroll-px-7 md:px-7"
            >
              {venue.gallery_links.map((link, at) => (
                <li key={link} className="w-[82%] shrink-0 snap-start sm:w-[58%]">
                  <VenuePhoto
                    src={link}
                    alt={venueDetailsTexts.picture(venue.venue_name, at + 1, venue.gallery_links.length)}
                    className="aspect-[16/10] rounded-lg"
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <ul className="grid grid-cols-2 gap-2.5">
          {counts.map(({ type, count, word }) => (
            <li key={type} className="flex items-center gap-4 rounded-lg bg-raised px-4 py-3.5">
              <CourtDrawing type={type} className="w-7 shrink-0" />
              <p>
                <span className="display figures block text-h2">{count} </span>
                <span className="block text-small leading-tight text-quiet">{word(count)}</span>
              </p>
            </li>
          ))}
        </ul>
        <section>
          <h3 className="display text-h4">{venueDetailsTexts.address}</h3>
          <p className="mt-2 flex items-start gap-2">
            <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0 text-quiet" />
            {venue.venue_long_location}
          </p>
          {venue.location_link && (
            <a
              href={venue.location_link}
              target="_blank"
              rel="noreferrer"
              className="mt-1 inline-flex min-h-11 items-center gap-1.5 font-bold underline underline-offset-4"
            >
              {venueDetailsTexts.directions}
              <ArrowUpRight aria-hidden="true" className="size-4" />
            </a>
          )}
        </section>
        {venue.facilities.length > 0 && (
          <section>
            <h3 className="display mb-3 text-h4">{venueDetailsTexts.facilities}</h3>
            <Facilities facilities={venue.facilities} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
