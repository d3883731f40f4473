import { Link } from '@tanstack/react-router';
import { paths } from '@/desk/lib/paths';

/** The tabs of the two screens on which the prices and the opening hours of a venue are published. */
export function ScreenTabs({
  venue,
  current,
  texts,
}: {
  venue: number;
  current: 'prices' | 'hours';
  texts: { readonly tabs: string; readonly prices: string; readonly hours: string };
}) {
  const classes =
    'flex min-h-11 items-center rounded-[12px] border border-transparent px-3.5 text-[.9375rem] font-semibold text-quiet hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-card aria-[current=page]:text-ink';
  return (
    <nav aria-label={texts.tabs} className="flex rounded-md bg-raised p-0.5">
      {(['prices', 'hours'] as const).map((one) => (
        <Link key={one} {...paths[one](venue)} aria-current={one === current ? 'page' : undefined} className={classes}>
          {texts[one]}
        </Link>
      ))}
    </nav>
  );
}
