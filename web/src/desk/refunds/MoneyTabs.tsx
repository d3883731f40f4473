import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may, type Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { troubleQuery } from './refunds';
import { refundsTexts } from './texts';

const tab =
  'flex min-h-11 items-center gap-2 rounded-md px-4 text-[.9375rem] font-semibold text-quiet hover:text-ink aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-sm';

/** The parts of the money, for those who see more than one. The number is of refunds that need somebody. */
export function MoneyTabs({ me, venue, current }: { me: Me; venue: number; current: 'today' | 'refunds' }) {
  const isShown = may(me, 'refund.settle');
  const trouble = useQuery({ ...troubleQuery, enabled: isShown });
  if (!isShown) return null;
  const count = trouble.data ?? 0;
  return (
    <nav aria-label={refundsTexts.tabs} className="flex w-fit gap-1 rounded-lg bg-raised p-1">
      <Link {...paths.money(venue)} aria-current={current === 'today' ? 'page' : undefined} className={tab}>
        {refundsTexts.today}
      </Link>
      <Link {...paths.refunds()} aria-current={current === 'refunds' ? 'page' : undefined} className={tab}>
        {refundsTexts.title}
        {count > 0 && (
          <>
            <span
              aria-hidden="true"
              className="figures grid min-h-6 min-w-6 place-items-center rounded-full bg-warn-tint px-1.5 text-[.8125rem] text-warn"
            >
              {count}
            </span>
            <span className="sr-only">{`, ${refundsTexts.needYou(count)}`}</span>
          </>
        )}
      </Link>
    </nav>
  );
}
