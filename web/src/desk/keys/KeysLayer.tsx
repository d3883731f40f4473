import { Suspense, useEffect, useState } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { lazyPart } from '@/lib/lazy-part';
import { openPart } from '@/desk/lib/part-translations';
import { areSingleKeysOn } from '@/desk/lib/single-keys';

const KeysDialog = lazyPart(async () => (await openPart(() => import('./KeysDialog'), 'keys')).KeysDialog);

/** Shows the list of keys after `?`. */
export function KeysLayer() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || hasModifier(event)) return;
      if (!areSingleKeysOn()) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <KeysDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
