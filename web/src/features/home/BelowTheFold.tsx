import { Community } from './Community';
import { Venues } from './Venues';
import { Why } from './Why';

/** The sections below the first screen. */
export function BelowTheFold() {
  return (
    <>
      <Why />
      <section className="page gutter pt-16 md:pt-24">
        <Venues />
        <Community />
      </section>
    </>
  );
}
