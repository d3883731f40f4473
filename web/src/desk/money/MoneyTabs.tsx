import { Link } from '@tanstack/react-router';
import { may, type Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { useShortcutName } from '@/desk/lib/single-keys';
import { moneyTexts } from './texts';

/** The screens of a day's money, one of them shown: `current`. Nothing where a person sees only one of them. */
export function MoneyTabs({
  me,
  venue,
  day,
  today,
  current,
}: {
  me: Me;
  venue: number;
  day: string;
  today: string;
  current: 'money' | 'day';
}) {
  const shortcut = useShortcutName();
  const tabs = [
    may(me, 'payment.take') && {
      id: 'money',
      text: moneyTexts.tabs.money,
      key: 'T',
      to: paths.money(venue, day === today ? {} : { day }),
    },
    may(me, 'day.close') && { id: 'day', text: moneyTexts.tabs.day, key: 'D', to: paths.dayEnd(venue, day) },
  ].filter((tab) => tab !== false);
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={moneyTexts.title} className="flex max-w-full gap-1 overflow-x-auto rounded-[14px] bg-raised p-1">
      {tabs.map(({ id, text, key, to }) => (
        <Link
          key={id}
          {...to}
          aria-current={id === current ? 'page' : undefined}
          aria-keyshortcuts={id === current ? undefined : shortcut(key)}
          className="flex min-h-11 items-center rounded-[10px] px-4 text-[.9375rem] font-semibold whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-sm"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
