import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePageTitle } from '@/lib/title';

/**
 * Says the name of the new page and moves focus to its beginning, as a real page load would. The first page is left to
 * the browser.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const { pathname } = useLocation();
  const title = usePageTitle();
  const [spoken, setSpoken] = useState('');
  const last = useRef({ pathname, title });

  useEffect(() => {
    if (last.current.pathname === pathname) return;
    last.current = { pathname, title: '' };
  }, [pathname]);

  // Only once the new screen stands: until then the link that led here still has the focus, and takes it along when it goes.
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
    setSpoken(title);
  }, [title, pathname]);

  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  );
}
