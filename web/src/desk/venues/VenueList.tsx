import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '@/ui/IconButton';
import { Picture } from '@/ui/Picture';
import { VenueArt } from '@/ui/art/VenueArt';
import { paths } from '@/desk/lib/paths';
import { venuesTexts } from './texts';
import type { Venue } from './venues';

/** The venues in their order. */
export function VenueList({
  venues,
  chosen,
  canOrder,
  isBusy,
  onOrder,
}: {
  venues: readonly Venue[];
  chosen: number | null;
  canOrder: boolean;
  isBusy: boolean;
  /** Called with the new order and the message that confirms it. */
  onOrder: (venues: number[], message: string) => void;
}) {
  const active = venues.filter((venue) => venue.is_active).map(({ id }) => id);
  /** Its buttons are not `disabled` while it does nothing, because that would take the focus away from them. */
  function move(venue: Venue, by: 1 | -1) {
    const next = active.filter((id) => id !== venue.id);
    const place = active.indexOf(venue.id) + by;
    if (isBusy || place < 0 || place >= active.length) return;
    next.splice(place, 0, venue.id);
    onOrder(next, venuesTexts.orderNow(venue.fields.name, place + 1));
  }
  return (
    <ul className="grid gap-2">
      {venues.map((venue) => {
        const at = active.indexOf(venue.id);
        const courts = venue.courts.filter(({ is_active: isActive }) => isActive);
        const indoor = courts.filter(({ is_indoor: isIndoor }) => isIndoor).length;
        const isChosen = venue.id === chosen;
        return (
          <li
            key={venue.id}
            className={`flex items-center rounded-xl border-[1.5px] bg-card ${isChosen ? 'border-solid' : 'border-line hover:border-edge'}`}
          >
            <Link
              {...paths.venues(String(venue.id))}
              replace={chosen !== null}
              aria-current={isChosen ? 'page' : undefined}
              className="flex min-w-0 flex-1 items-center gap-3 rounded-xl p-3"
            >
              <Picture
                src={venue.fields.image}
                alt=""
                className={`aspect-[16/10] w-18 shrink-0 rounded-md bg-surround ${venue.is_active ? '' : 'opacity-50 [filter:grayscale(1)]'}`}
                standIn={<VenueArt className="object-cover" />}
              />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-bold wrap-anywhere">{venue.fields.name}</span>
                <span className="figures block text-small text-quiet">
                  {venue.is_active ? venuesTexts.courtCount(courts.length - indoor, indoor) : venuesTexts.retired}
                </span>
              </span>
            </Link>
            {canOrder && at !== -1 && active.length > 1 && (
              <span className="grid shrink-0">
                <IconButton
                  variant="ghost"
                  className="aria-disabled:opacity-30"
                  label={venuesTexts.up(venue.fields.name)}
                  aria-disabled={isBusy || at === 0}
                  icon={<ChevronUp aria-hidden="true" className="size-4.5" />}
                  onClick={() => move(venue, -1)}
                />
                <IconButton
                  variant="ghost"
                  className="aria-disabled:opacity-30"
                  label={venuesTexts.down(venue.fields.name)}
                  aria-disabled={isBusy || at === active.length - 1}
                  icon={<ChevronDown aria-hidden="true" className="size-4.5" />}
                  onClick={() => move(venue, 1)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
