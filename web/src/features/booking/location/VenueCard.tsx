import { Info, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { components } from '@/api/schema';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { IconButton } from '@/ui/IconButton';
import { locationTexts } from '../texts';
import { CourtCounts } from './CourtCounts';
import { VenuePhoto } from './VenuePhoto';

/** A venue as getvenue returns it. */
export type Venue = components['schemas']['Venue'];

export interface VenueCardProps {
  venue: Venue;
  /** The first card's picture loads at once. */
  isFirst: boolean;
  /** Its free courts at the requested hour. */
  children?: ReactNode;
  /** The label of its button. */
  choose: string;
  onChoose: () => void;
  onInfo: () => void;
  /** Called when the player is about to choose. */
  onNear: () => void;
}

/** The card of one venue. */
export function VenueCard({ venue, isFirst, children, choose, onChoose, onInfo, onNear }: VenueCardProps) {
  const price = priceOf(venue);
  return (
    <Card as="li" padded={false} className="flex animate-rise flex-col md:max-xl:flex-row" onPointerEnter={onNear}>
      <VenuePhoto
        src={venue.venue_image}
        alt={locationTexts.photo(venue.venue_name)}
        eager={isFirst}
        className="aspect-[16/9] md:max-xl:aspect-auto md:max-xl:min-h-56 md:max-xl:w-[42%] md:max-xl:shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-4 p-5 md:max-xl:p-6">
        <div className="flex-1">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="display min-w-0 text-h3">{venue.venue_name}</h2>
            {/* With a requested hour, what is free then is shown below instead. */}
            {!children && price !== null && <p className="figures shrink-0 font-semibold">{price}</p>}
          </div>
          <p className="mt-1.5 flex items-start gap-1.5 text-[.9375rem] text-quiet">
            <MapPin aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
            {venue.venue_location}
          </p>
        </div>
        <CourtCounts outdoor={venue.outdoor_counts} indoor={venue.indoor_counts} />
        {children}
        <div className="flex gap-2.5">
          <IconButton
            label={locationTexts.info(venue.venue_name)}
            icon={<Info aria-hidden="true" className="size-5" />}
            onClick={onInfo}
            className="size-12"
          />
          <Button size="md" className="flex-1" onClick={onChoose} onFocus={onNear}>
            {choose}
            <span className="sr-only"> {venue.venue_name}</span>
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The price of a court at the venue, or its lowest price. */
function priceOf({ lowest_price: lowest, highest_price: highest }: Venue): string | null {
  if (typeof lowest !== 'number') return null;
  return highest === lowest ? rupees(lowest) : locationTexts.from(rupees(lowest));
}
