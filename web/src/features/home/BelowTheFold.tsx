import { Community } from './Community';
import { Venues } from './Venues';
import { Why } from './Why';

/** Why, and the venues with the community. */
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
