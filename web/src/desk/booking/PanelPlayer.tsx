import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { Avatar } from '@/ui/Avatar';
import type { Booking } from '@/desk/api/bookings';
import { may, useMe } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { openPart } from '@/desk/lib/part-translations';
import { ContactButtons } from './ContactButtons';
import { panelTexts } from './texts';

const AddNumber = lazyPart(async () => (await openPart(() => import('./AddNumber'), 'add-number')).AddNumber);

/** Shows the player, how to reach them, and how often they came. `mayBook` is whether a guest can be given a number. */
export function PanelPlayer({ booking, mayBook }: { booking: Booking; mayBook: boolean }) {
  const { player } = booking;
  const mayFind = may(useMe(), 'player.find');
  const personClass = 'flex min-h-11 min-w-0 flex-1 items-center gap-3';
  const content = (
    <>
      <Avatar name={player.name} size="sm" />
      <div className="min-w-0 flex-1">
        <h3 className="text-lead leading-tight font-bold wrap-anywhere underline-offset-4 group-hover:underline">
          {player.name}
        </h3>
        <p className="figures text-small text-quiet">{player.phone ?? panelTexts.noNumber}</p>
      </div>
    </>
  );
  return (
    <section className="mt-5">
      <div className="flex items-center gap-3">
        {mayFind ? (
          <Link {...paths.players(player.id)} className={`${personClass} group`}>
            {content}
          </Link>
        ) : (
          <div className={personClass}>{content}</div>
        )}
        <ContactButtons name={player.name} phone={player.phone} />
      </div>
      {player.phone === null ? (
        mayBook && (
          <Suspense fallback={null}>
            <AddNumber key={booking.order} booking={booking} />
          </Suspense>
        )
      ) : (
        <ul className="mt-3 flex flex-wrap gap-1.5">
          {player.first_visit ? (
            <Chip>{panelTexts.firstVisit}</Chip>
          ) : (
            <>
              <Chip>{panelTexts.games(player.games)}</Chip>
              <Chip isWarning={player.no_shows > 0}>{panelTexts.noShows(player.no_shows)}</Chip>
            </>
          )}
        </ul>
      )}
    </section>
  );
}

function Chip({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <li
      className={`figures rounded-full px-3 py-1 text-[.78125rem] font-semibold ${isWarning ? 'bg-warn-tint text-warn' : 'bg-raised'}`}
    >
      {children}
    </li>
  );
}
