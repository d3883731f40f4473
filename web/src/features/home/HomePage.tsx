import { Suspense } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { useTitle } from '@/lib/title';
import { Entries } from './Entries';
import { Hero } from './Hero';

// Below the first screen, so it may load later.
const BelowTheFold = lazyPart(async () => (await import('./BelowTheFold')).BelowTheFold);

/** Home, in four sections (spec §1). */
export function HomePage() {
  useTitle('');
  return (
    <>
      <div className="scheme-dark bg-deep text-ink">
        <Hero />
        <Entries />
      </div>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <BelowTheFold />
      </Suspense>
    </>
  );
}
