import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { may, type Me } from '@/desk/api/me';
import { refundDecisionsQuery } from '@/desk/api/refund-decisions';
import { paths } from '@/desk/lib/paths';
import { useShortcutName } from '@/desk/lib/single-keys';
import { dayMoneyTexts } from './texts';

/**
 * Links to the screens about money; `current` is the one that is shown. Renders nothing if the person may open only
 * one of them. The number beside the refunds is how many of them staff have to act on.
 */
export function MoneyTabs({
  me,
  venue,
  day,
  today,
  current,
}: {
  me: Me;
  /** The venue of the money and of the end of the day; undefined if the person works at none. */
  venue: number | undefined;
  day: string;
  today: string;
  current: 'money' | 'day' | 'refunds' | 'payouts';
}) {
  const shortcut = useShortcutName();
  const maySettle = may(me, 'refund.settle');
  const decisions = useQuery({ ...refundDecisionsQuery, enabled: maySettle });
  const tabs = [
    venue !== undefined &&
      may(me, 'payment.take') && {
        id: 'money',
        text: dayMoneyTexts.tabs.money,
        key: 'T',
        to: paths.money(venue, day === today ? {} : { day }),
      },
    venue !== undefined &&
      may(me, 'day.close') && { id: 'day', text: dayMoneyTexts.tabs.day, key: 'D', to: paths.dayEnd(venue, day) },
    maySettle && { id: 'refunds', text: dayMoneyTexts.tabs.refunds, key: 'R', to: paths.refunds() },
    may(me, 'payout.read') && { id: 'payouts', text: dayMoneyTexts.tabs.payouts, key: 'P', to: paths.payouts() },
  ].filter((tab) => tab !== false);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens the tabs scroll, so the current one is brought into view.
    const shown = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && shown) nav.current.scrollLeft = shown.offsetLeft - nav.current.offsetLeft - 16;
  }, [current]);
  if (tabs.length < 2) return null;
  return (
    <nav
      ref={nav}
      aria-label={dayMoneyTexts.title}
      className="flex max-w-full gap-1 overflow-x-auto rounded-[14px] bg-raised p-1"
    >
      {tabs.map(({ id, text, key, to }) => (
        <Link
          key={id}
          {...to}
          aria-current={id === current ? 'page' : undefined}
          aria-keyshortcuts={id === current ? undefined : shortcut(key)}
          className="flex min-h-11 items-center gap-2 rounded-[10px] px-4 text-[.9375rem] font-semibold whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-sm"
        >
          {text}
          {id === 'refunds' && <DecisionCount count={decisions.data ?? 0} />}
        </Link>
      ))}
    </nav>
  );
}

function DecisionCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className="figures grid min-h-6 min-w-6 place-items-center rounded-full bg-warn-tint px-1.5 text-[.8125rem] text-warn"
      >
        {count}
      </span>
      <span className="sr-only">{`, ${dayMoneyTexts.needYou(count)}`}</span>
    </>
  );
}
