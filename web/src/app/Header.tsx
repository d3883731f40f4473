import { Link, useLocation } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { appConfigQuery } from '@/api/app-config';
import { returnSearch } from '@/features/booking/court/return-search';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { Avatar } from '@/ui/Avatar';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Glyph } from '@/ui/art/Glyph';
import { returnStateOf, type ReturnState } from '@/features/accounts/return-state';
import { ThemeSwitch } from './ThemeSwitch';
import { shellTexts } from './texts';

const MENU = 'site-menu';

/** Home, Play, about us, contact us, the theme, and profile or login (spec §2); the menu of phones also has the languages. */
export function Header({ isOverHero, isHiddenOnPhones }: { isOverHero: boolean; isHiddenOnPhones: boolean }) {
  const config = useQuery(appConfigQuery);
  // Empty until the operator's name is known: a placeholder name would be wrong.
  const name = config.data?.brand.short_name ?? '';
  const logo = config.data?.brand.logo;
  const { isAuthenticated, user } = useSession();
  const location = useLocation();
  const { pathname } = location;
  const menu = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    // The browser can open the menu before hydration, so the first run must not close it; only a change of screen does.
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [pathname]);
  /** Also handles a link to the current screen, which changes no path. */
  function closeMenu(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest('a')) menu.current?.hidePopover();
  }

  const account = isAuthenticated ? (
    <Link
      {...paths.profile()}
      className="flex min-h-11 items-center gap-2.5 rounded-full border border-line bg-card py-1 pr-4 pl-1.5 text-[.9375rem] font-bold text-ink transition-colors hover:border-edge"
    >
      <Avatar size="sm" name={user?.full_name ?? ''} src={user?.image} />
      <span className="max-w-32 truncate">{shellTexts.profile}</span>
    </Link>
  ) : (
    <Link
      {...paths.login()}
      state={returnStateForLogin(location)}
      className="flex min-h-11 items-center rounded-full border border-line bg-card px-5 text-[.9375rem] font-bold text-ink transition-colors hover:border-edge"
    >
      {shellTexts.login}
    </Link>
  );

  return (
    <header
      className={`[view-transition-name:header] ${isOverHero ? 'scheme-dark absolute inset-x-0 top-0 z-30 text-ink' : 'border-b border-line'} ${
        isHiddenOnPhones ? 'max-md:hidden' : ''
      }`}
    >
      <div className="page gutter flex min-h-18 items-center justify-between gap-4 md:min-h-20">
        <Link
          {...paths.home()}
          aria-label={`${name} ${shellTexts.home}`.trim()}
          className="display flex min-h-11 items-center text-[1.75rem] leading-none tracking-[-.015em] uppercase italic"
        >
          {logo ? <img src={logo} alt="" className="h-10 max-w-44 rounded-sm object-contain" /> : name}
        </Link>
        <nav aria-label={shellTexts.mainNavigation} className="hidden items-center gap-1 md:flex">
          <NavLinks className="flex min-h-11 items-center rounded-md px-3.5 font-semibold transition-colors hover:bg-raised aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8" />
          <ThemeSwitch className="mx-2" />
          {account}
        </nav>
        <button
          type="button"
          popoverTarget={MENU}
          aria-label={shellTexts.openMenu}
          className={`grid size-11 place-items-center rounded-md border md:hidden ${
            isOverHero ? 'border-white/20 bg-white/12 text-white' : 'border-line bg-card'
          }`}
        >
          <Glyph name="menu" className="size-5.5" />
        </button>
      </div>
      {/* The links handle the click; the menu only listens, to close itself. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <nav
        ref={menu}
        id={MENU}
        popover="auto"
        onClick={closeMenu}
        aria-label={shellTexts.openMenu}
        className="menu fixed inset-auto top-18 w-auto right-5 left-5 m-0 rounded-xl border border-line bg-card p-3 text-ink shadow-pass backdrop:bg-scrim/40 md:hidden"
      >
        <NavLinks className="display flex min-h-13 items-center rounded-md px-3.5 text-h3 hover:bg-raised aria-[current=page]:bg-raised" />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
          {account}
          <ThemeSwitch />
        </div>
        <LanguageSwitch className="mt-3 border-t border-line pt-3" />
      </nav>
    </header>
  );
}

const ACCOUNT_PATHS = ['/login', '/join', '/forgot-password', '/mobile-verification', '/change-password'];

/**
 * Where the login returns to: court selection with the same court, else the current screen. An account screen passes on
 * the state that it received.
 */
function returnStateForLogin({ pathname, searchStr, href, state }: ReturnType<typeof useLocation>): ReturnState {
  if (ACCOUNT_PATHS.includes(pathname)) return returnStateOf(state);
  // A login returns to home anyway.
  if (pathname === '/') return {};
  return pathname === '/court-selection' ? { returnUrl: returnSearch(searchStr, undefined) } : { returnTo: href };
}

function NavLinks({ className }: { className: string }) {
  return (
    <>
      <Link {...paths.location()} className={className}>
        {shellTexts.play}
      </Link>
      <Link {...paths.aboutUs()} className={className}>
        {shellTexts.aboutUs}
      </Link>
      <Link {...paths.contactUs()} className={className}>
        {shellTexts.contactUs}
      </Link>
    </>
  );
}
