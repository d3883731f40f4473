import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePageTitle } from '@/lib/title';

/**
 * Says the name of the new page and moves focus to its beginning, as a real page load would. The first page is left to
 * the browser.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const title = usePageTitle();
  const [spoken, setSpoken] = useState('');
  const last = useRef({ pathname, title });

  useEffect(() => {
    if (last.current.pathname === pathname) return;
    last.current = { pathname, title: '' };
    const inside = document.activeElement?.closest('#content, dialog');
    if (!inside) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);

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
