import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { documentTitle, usePageTitle } from '@/lib/title';

/**
 * Announces the title of a new page to screen readers, of home the operator's name, and moves focus to its beginning,
 * as a page load would. The browser itself announces a title that is set before this component is loaded.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const title = usePageTitle();
  const [announcement, setAnnouncement] = useState('');
  const last = useRef(title);

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

  // Not after a change of the path: until the new screen is rendered, the title is that of the page before.
  useEffect(() => {
    if (last.current === title) return;
    last.current = title;
    setAnnouncement(title === '' ? documentTitle() : title);
  }, [title]);

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}
