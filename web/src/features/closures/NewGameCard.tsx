import { Link, useRouter } from '@tanstack/react-router';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { longDay, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CourtDrawing } from '@/ui/CourtDrawing';
import type { Game } from './api/offers';
import { closedCourtTexts } from './texts';

/** The booking that replaced the lost one, with a link to its pass unless it was cancelled since. */
export function NewGameCard({ game }: { game: NonNullable<Game['new']> }) {
  const { isAuthenticated } = useSession();
  const router = useRouter();
  const { place, orderid, due_paise, is_cancelled } = game;
  const pass = paths.bookingConfirmation({ orderId: orderid });
  const rows = [
    [
      closedCourtTexts.court,
      `${courtName(place.court_name)}, ${closedCourtTexts.courtType[place.court_type].toLowerCase()}`,
    ],
    [closedCourtTexts.when, `${longDay(place.day)}, ${timeText(place.minute)}`],
    [closedCourtTexts.venue, place.venue_name],
    [closedCourtTexts.booking, `#${orderid}`],
    ...(is_cancelled
      ? []
      : [[closedCourtTexts.toPay, due_paise > 0 ? rupees(due_paise / 100) : closedCourtTexts.allPaid]]),
  ];
  return (
    <Card as="section" aria-label={courtName(place.court_name)}>
      <div className="flex gap-5">
        <CourtDrawing
          number={place.court_number}
          type={courtKind(place.court_type)}
          state="booked"
          className="w-16 shrink-0 self-start max-sm:hidden"
        />
        <dl className="rows min-w-0 flex-1">
          {rows.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-6 py-2.5">
              <dt className="shrink-0 text-quiet">{label}</dt>
              <dd className="figures min-w-0 text-right font-bold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {is_cancelled ? null : isAuthenticated ? (
        <Button wide className="mt-4" render={<Link {...pass} />}>
          {closedCourtTexts.seePass}
        </Button>
      ) : (
        <Button
          wide
          variant="outline"
          className="mt-4"
          render={<Link {...paths.login()} state={{ returnTo: router.buildLocation(pass).href }} />}
        >
          {closedCourtTexts.logInForPass}
        </Button>
      )}
    </Card>
  );
}
