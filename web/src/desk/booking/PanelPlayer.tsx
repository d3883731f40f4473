import { MessageCircle, Phone } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { nationalDigits } from '@/lib/phone';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import type { Booking } from '@/desk/api/bookings';
import { panelTexts } from './texts';

const AddNumber = lazyPart(async () => (await import('./AddNumber')).AddNumber);

/** Who plays: how to reach them, and how often they came. `mayBook`: whether a guest without a number can be given one. */
export function PanelPlayer({ booking, mayBook }: { booking: Booking; mayBook: boolean }) {
  const { player } = booking;
  const digits = nationalDigits(player.phone ?? '');
  return (
    <section className="mt-5">
      <div className="flex items-center gap-3">
        <Avatar name={player.name} size="sm" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-lead leading-tight font-bold">{player.name}</h3>
          <p className="figures text-small text-quiet">{player.phone ?? panelTexts.noNumber}</p>
        </div>
        {digits.length === 10 && (
          <div className="flex gap-1.5">
            <IconButton
              label={panelTexts.call(player.name)}
              icon={<Phone aria-hidden="true" className="size-4.5" />}
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
              render={<a href={`tel:+91${digits}`} />}
            />
            <IconButton
              label={panelTexts.whatsApp(player.name)}
              icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon button gives it its label
              render={<a href={`https://wa.me/91${digits}`} target="_blank" rel="noreferrer" />}
            />
          </div>
        )}
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
