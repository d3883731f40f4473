import { useTitle } from '@/lib/title';
import { Community } from './Community';
import { Entries } from './Entries';
import { Hero } from './Hero';
import { Venues } from './Venues';
import { Why } from './Why';

/** Home, in four sections: hero, the three entries, why, and the venues with the community (spec §1). */
export function HomePage() {
  useTitle('');
  return (
    <>
      <div className="scheme-dark bg-deep text-ink">
        <Hero />
        <Entries />
      </div>
      <Why />
      <section className="page gutter pt-16 md:pt-24">
        <Venues />
        <Community />
      </section>
    </>
  );
}
