import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { documentTitle, usePageTitle } from '@/lib/title';

/**
 * Announces the title of a new page to screen readers, of home the operator's name, and moves focus to its beginning,
 * as a page load would. The browser announces the first page itself.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const { pathname } = useLocation();
  const title = usePageTitle();
  const [announcement, setAnnouncement] = useState('');
  const last = useRef<{ pathname: string; title: string | null }>({ pathname, title });

  useEffect(() => {
    if (last.current.pathname === pathname) return;
    last.current = { pathname, title: null };
  }, [pathname]);

  // Only after the new screen is rendered: before that, the followed link has the focus, which is lost when the link is
  // removed.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        const inside = document.activeElement?.closest('#content, dialog');
        if (!inside) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );

  useEffect(() => {
    if (last.current.title === title) return;
    last.current = { ...last.current, title };
    setAnnouncement(title === '' ? documentTitle() : title);
  }, [title, pathname]);

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}
