import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { ChevronRight, Phone } from 'lucide-react';
import { useAppConfig } from '@/api/app-config';
import { OWN_COURTS, type BookedCourt, type HeldCourt } from '@/api/own-courts';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { shortDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import type { Refusal } from '@/lib/navigation-state';
import { paths } from '@/lib/paths';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Countdown } from '@/ui/Countdown';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { Notice } from '@/ui/Notice';
import type { ConfirmOutcome } from '../confirm/confirm-order';
import { useConfirm } from '../confirm/use-confirm';
import { confirmTexts, courtTexts } from '../texts';
import { recoveryTexts } from '../pass/texts';
import { WaitingNote } from '../WaitingNote';
import { recoveryActions } from './recovery-actions';

export interface RecoveryProps {
  hold: HeldCourt;
  /** Why it was not booked; undefined if the page was opened directly. */
  refusal: Refusal | undefined;
  /** The upcoming games; too many of them may be unpaid. */
  bookings: readonly BookedCourt[];
}

/**
 * Shown if nothing was booked and the court is still held: the reason, the remaining time of the hold, and what the
 * player can do. It does not continue to another screen by itself.
 */
export function Recovery({ hold, refusal, bookings }: RecoveryProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const phone = useAppConfig()?.brand.phone;
  const confirming = useConfirm(hold.orderid, afterConfirm);
  const actions = recoveryActions(hold, refusal);
  // A game that is paid in part, or that a coupon makes free, does not count as unpaid.
  const unpaid = bookings.filter(
    ({ payment_status, due_amount, total_amount }) =>
      payment_status === 'pay_at_court' && due_amount > 0 && due_amount === total_amount,
  );
  const coupon = refusal?.coupon ?? '';
  const court = courtName(hold.court);

  /** Opens the status of the order; without one, `state` says why it is not booked. */
  async function showStatus(orderId: string | undefined, state: { paidHere?: boolean; refusal?: Refusal } = {}) {
    // A late reply must not bring the player back from another screen.
    if (router.latestLocation.pathname !== paths.bookingStatus().to) return;
    await navigate({ ...paths.bookingStatus({ orderId }), replace: true, state });
  }

  async function afterConfirm(outcome: ConfirmOutcome) {
    switch (outcome.kind) {
      case 'confirmed':
        toast.success(confirmTexts.confirmed);
        await showStatus(hold.orderid);
        return;
      case 'was-booked':
      case 'returned':
        await showStatus(hold.orderid);
        return;
      case 'paying':
        await showStatus(hold.orderid, { paidHere: true });
        return;
      case 'refused':
      case 'coupon-refused':
        toast.error(outcome.message || confirmTexts.failed);
        await showStatus(undefined, {
          refusal: {
            orderid: hold.orderid,
            by: 'court',
            message: outcome.message || confirmTexts.failed,
            code: 'code' in outcome ? (outcome.code ?? '') : '',
            // A refused coupon is not sent again, nor the total that it lowered.
            coupon: outcome.kind === 'coupon-refused' ? '' : coupon,
            total: outcome.kind === 'coupon-refused' ? undefined : refusal?.total,
          },
        });
        return;
      case 'unknown':
        toast.warning(confirmTexts.unknown);
        return;
      default:
    }
    // The hold expired, the court was taken, or the session ended: shows the current state.
    await queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  }

  const toWindow = { ...paths.heldCourt(hold).search, coupon: coupon === '' ? undefined : coupon };
  return (
    <section aria-live="polite">
      <h1 className="display text-h1 italic">{recoveryTexts.title}</h1>
      <p className="mt-2 max-w-md">{recoveryTexts.note(court)}</p>
      <div className="mt-5 grid max-w-md gap-4">
        {refusal && (
          <Notice tone="warn" title={refusal.by === 'online' ? recoveryTexts.online : recoveryTexts.court}>
            {refusal.message}
          </Notice>
        )}
        <div className="flex items-center gap-4 rounded-lg border border-line bg-card px-4 py-4 text-ink">
          <CourtDrawing
            number={hold.court.match(/\d+/)?.[0]}
            type={courtKind(hold.court_type)}
            state="held"
            className="w-12 shrink-0 rotate-8"
          />
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2.5">
              <b className="display text-h3">{court}</b>
              <span className="text-small text-quiet">{courtTexts.type[courtKind(hold.court_type)]}</span>
            </p>
            <p className="figures leading-snug font-semibold">{`${shortDay(hold.date)}, ${hold.time}`}</p>
            <p className="truncate text-small text-quiet">{hold.venue}</p>
            <div className="-ml-1 pt-1">
              <Countdown
                label={confirmTexts.heldFor}
                endsAt={hold.endsAt}
                onEnd={() => void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] })}
              />
            </div>
          </div>
        </div>
        {actions.includes('unpaid') && unpaid.length > 0 && <Unpaid bookings={unpaid} />}
        <div className="grid gap-2.5">
          {actions.map((action, at) => {
            const variant = at === 0 ? 'lime' : 'outline';
            switch (action) {
              case 'court':
                return (
                  <Button
                    key={action}
                    variant={variant}
                    wide
                    isBusy={confirming.isConfirming}
                    onClick={() =>
                      confirming.confirm({ promocode: coupon, total: refusal?.total ?? hold.total_amount })
                    }
                  >
                    {/* With a coupon, the hold does not tell the amount to pay. */}
                    {coupon === '' ? confirmTexts.payAtCourt(rupees(hold.total_amount)) : recoveryTexts.payAtCourt}
                  </Button>
                );
              case 'online':
                return (
                  <Button key={action} variant={variant} wide render={<Link {...paths.courtSelection(toWindow)} />}>
                    {refusal?.by === 'online' ? recoveryTexts.tryOnline : recoveryTexts.payOnline}
                  </Button>
                );
              case 'finish':
                return (
                  <Button key={action} variant={variant} wide render={<Link {...paths.courtSelection(toWindow)} />}>
                    {courtTexts.finish}
                  </Button>
                );
              case 'desk':
                return phone ? (
                  <Button
                    key={action}
                    variant={variant}
                    wide
                    icon={<Phone aria-hidden="true" className="size-5" />}
                    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
                    render={<a href={`tel:${phone}`} />}
                  >
                    {recoveryTexts.callDesk}
                  </Button>
                ) : null;
              default:
                return null;
            }
          })}
          <Button
            variant="ghost"
            wide
            render={
              <Link
                {...paths.courtSelection({
                  venue: hold.venue_id,
                  sport: hold.sport_id,
                  date: hold.date,
                  time: hold.time,
                })}
              />
            }
          >
            {confirmTexts.pickAnother}
          </Button>
        </div>
        <div className="min-h-6 text-small text-quiet">
          {confirming.isFinding ? (
            <p role="status">{confirmTexts.finding}</p>
          ) : confirming.isConfirming ? (
            <WaitingNote meanwhile={confirmTexts.paying} />
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** The games to be paid at the court. */
function Unpaid({ bookings }: { bookings: readonly BookedCourt[] }) {
  return (
    <section aria-labelledby="unpaid-games" className="grid gap-2">
      <h2 id="unpaid-games" className="font-bold">
        {recoveryTexts.unpaidTitle}
      </h2>
      <p className="text-small text-quiet">{recoveryTexts.unpaidNote}</p>
      <ul className="grid gap-2">
        {bookings.map((booking) => (
          <li key={booking.orderid}>
            <Link
              {...paths.historyDetails(booking.orderid)}
              className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-card px-4 py-2 text-ink transition-colors hover:border-edge"
            >
              <span className="min-w-0 flex-1 leading-tight">
                <b className="figures block">{`${shortDay(booking.date)}, ${booking.time}`}</b>
                <span className="block truncate text-small text-quiet">{`${courtName(booking.court)} · ${booking.venue}`}</span>
              </span>
              <span className="figures text-small font-semibold">{rupees(booking.total_amount)}</span>
              <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-quiet" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
