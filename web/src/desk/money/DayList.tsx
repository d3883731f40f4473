import { Link } from '@tanstack/react-router';
import { ArrowDownToLine, Banknote, Hourglass, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { minutesIn, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { may, type Me } from '@/desk/api/me';
import { creditNoteAddress, qrCreditNoteAddress, type DeskPayment, type DeskRefund } from '@/desk/api/money';
import { paths } from '@/desk/lib/paths';
import { placeText } from '@/desk/lib/place-text';
import { PaymentActions } from '@/desk/pay/PaymentActions';
import { takeMoneyTexts } from '@/desk/pay/texts';
import type { Row } from './day-rows';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { moneyTexts } from './texts';
import { useMatch } from '@/desk/day-money/use-match';
import { WAY_ICONS } from './WayCards';

export interface DayListProps {
  me: Me;
  venue: Me['venues'][number];
  /** The day that is shown, in the venue's time zone. */
  day: string;
}

/** The place of the actions: before the amount, or in a line of its own on narrow screens and while one of them shows a form. */
const actions =
  'flex flex-wrap items-center gap-x-4 gap-y-1 max-lg:col-span-2 max-lg:row-start-3 max-lg:mt-1.5 lg:-my-2 [&:has(form)]:order-last [&:has(form)]:my-0 [&:has(form)]:basis-full';

/** Lists the rows of `dayRows`. Those in `changed` are ringed once. */
export function DayList({
  rows,
  changed,
  ...props
}: DayListProps & { rows: readonly Row[]; changed: ReadonlySet<string> }) {
  return (
    <ul className="rows rounded-lg border border-line bg-card px-4">
      {rows.map((row) => (
        <li
          key={row.key}
          className={`figures grid grid-cols-[1fr_auto] grid-rows-[auto_1fr] gap-x-4 gap-y-0.5 py-2.5 lg:flex lg:flex-wrap lg:items-center ${changed.has(row.key) ? 'animate-changed rounded-md' : ''}`}
        >
          <time
            dateTime={row.at}
            className="shrink-0 text-[.8125rem] text-quiet max-lg:col-start-2 max-lg:row-start-2 max-lg:text-right lg:w-17"
          >
            {timeText(minutesIn(props.venue.time_zone, new Date(row.at)))}
          </time>
          <Content row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function Content({ row, ...props }: DayListProps & { row: Row }) {
  switch (row.kind) {
    case 'payment':
      return <Payment payment={row.payment} {...props} />;
    case 'refund':
      return <Refund refund={row.refund} {...props} />;
    case 'movement': {
      const { kind, note, amount_paise, by } = row.movement;
      return (
        <>
          <What Icon={ArrowDownToLine} name={moneyTexts.kinds[kind]} text={[note, by]} />
          <Amount paise={amount_paise} />
        </>
      );
    }
  }
}

function Payment({ payment, me, venue, day }: DayListProps & { payment: DeskPayment }) {
  const { received_paise, way, paid_for, payer, reference, orders, void_reason, voided_by, qr, id, goes_back } =
    payment;
  const amount = rupees(received_paise / 100);
  const isVoid = void_reason !== null;
  return (
    <>
      <What
        Icon={WAY_ICONS[way] ?? Banknote}
        name={<BookingLink venue={venue.id} paid_for={paid_for} />}
        text={[
          qr === null ? dayMoneyTexts.ways[way] : moneyTexts.byCode,
          placeOf(paid_for, day),
          orders > 1 ? moneyTexts.games(orders) : null,
          payer === null ? null : moneyTexts.paidBy(payer),
          reference,
          payment.receipt,
          payment.by,
        ]}
      >
        {isVoid && (
          <span className="block text-[.8125rem] font-semibold text-bad">
            {voided_by === null ? moneyTexts.voidedAlone : moneyTexts.voided(voided_by)}
            {/* The reason is erased with the player. */}
            {void_reason !== '' && `: ${void_reason}`}
          </span>
        )}
        {payment.to_match && (
          <span className="flex items-center gap-1 text-[.8125rem] font-semibold text-warn">
            <Hourglass aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
            {moneyTexts.isToMatch}
          </span>
        )}
        {goes_back !== null && (
          <span className="block text-[.8125rem] font-semibold text-warn">{moneyTexts.goesBack[goes_back]}</span>
        )}
      </What>
      <div className={actions}>
        {payment.to_match && id !== null && <Match id={id} payment={payment} amount={amount} />}
        {isVoid && id !== null && <CreditNote href={creditNoteAddress(id)} amount={amount} />}
        {!isVoid && id !== null && (
          <PaymentActions
            venue={venue.id}
            paid={{ payment: id }}
            amount_paise={received_paise}
            mayInvoice={me.business.tax_invoices && payment.can_invoice}
            mayVoid={may(me, 'payment.void') && payment.can_void}
          />
        )}
        {qr !== null && goes_back === null && (
          <PaymentActions
            venue={venue.id}
            paid={{ qr }}
            amount_paise={received_paise}
            mayInvoice={me.business.tax_invoices && payment.can_invoice}
          />
        )}
      </div>
      <Amount paise={received_paise} isVoid={isVoid} />
    </>
  );
}

function Refund({ refund, venue, day }: DayListProps & { refund: DeskRefund }) {
  return (
    <>
      <What
        Icon={Undo2}
        name={<BookingLink venue={venue.id} paid_for={refund.paid_for} />}
        text={[
          moneyTexts.back,
          refund.qr === null ? dayMoneyTexts.ways[refund.way] : moneyTexts.byCode,
          placeOf(refund.paid_for, day),
          refund.paid_out_by,
        ]}
      />
      <div className={actions}>
        {refund.has_credit_note && (
          <CreditNote
            href={
              refund.qr === null
                ? creditNoteAddress(refund.payment ?? '', refund.id)
                : qrCreditNoteAddress(refund.qr, refund.id)
            }
            amount={rupees(refund.amount_paise / 100)}
          />
        )}
      </div>
      <Amount paise={-refund.amount_paise - refund.round_up_paise} />
    </>
  );
}

/** "Court 3, 7 PM", with the day if it is another one. */
export function placeOf({ court, day: gameDay, minute }: DeskPayment['paid_for'], day: string): string {
  return placeText(court, minute, gameDay, day);
}

/**
 * The name of a booking's player, as a link to it on the board of its day. A press also counts in the padding of its row and
 * on the upper half of the line below it, so that a name of one line has 44 px and a longer one moves that line down.
 */
export function BookingLink({ venue, paid_for }: { venue: number; paid_for: DeskPayment['paid_for'] }) {
  return (
    <Link
      {...paths.board(venue, { day: paid_for.day, open: paid_for.order })}
      className="relative inline-block max-w-full min-w-11 wrap-anywhere underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2.5 hover:underline"
    >
      {paid_for.name}
    </Link>
  );
}

function What({
  Icon,
  name,
  text,
  children,
}: {
  Icon: typeof Banknote;
  name: ReactNode;
  text: readonly (string | null)[];
  children?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-1 basis-40 items-start gap-2.5 max-lg:col-start-1 max-lg:row-span-2 max-lg:row-start-1">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-quiet" />
      <div className="min-w-0">
        <span className="block font-bold">{name}</span>
        <span className="block text-[.8125rem] text-quiet">
          {text.filter((one) => one !== null && one !== '').join(' · ')}
        </span>
        {children}
      </div>
    </div>
  );
}

function Amount({ paise, isVoid = false }: { paise: number; isVoid?: boolean }) {
  const text = paise < 0 ? `− ${rupees(-paise / 100)}` : rupees(paise / 100);
  const tone = paise < 0 ? 'text-bad' : '';
  return isVoid ? (
    <s className="display min-w-20 text-right text-h4 max-lg:col-start-2 max-lg:row-start-1 text-quiet">{text}</s>
  ) : (
    <span className={`display min-w-20 text-right text-h4 max-lg:col-start-2 max-lg:row-start-1 ${tone}`}>{text}</span>
  );
}

function Match({ id, payment, amount }: { id: string; payment: DeskPayment; amount: string }) {
  const match = useMatch(id, payment.received_paise);
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={match.isPending}
      aria-label={dayMoneyTexts.foundOf(amount, payment.paid_for.name)}
      onClick={() => match.mutate()}
    >
      {dayMoneyTexts.found}
    </Button>
  );
}

function CreditNote({ href, amount }: { href: string; amount: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={takeMoneyTexts.creditNoteOf(amount)}
      className="flex min-h-11 w-fit items-center text-small font-semibold underline underline-offset-4"
    >
      {moneyTexts.creditNote}
    </a>
  );
}
