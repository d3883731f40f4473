import { belowTexts } from './below-texts';
import { WhyGlyph } from './WhyGlyph';

const POINTS = ['community', 'facilities', 'events', 'coaching'] as const;

/** The four points (spec §1). */
export function Why() {
  return (
    <section className="page gutter grid gap-x-16 gap-y-8 pt-14 md:pt-20 lg:grid-cols-[1fr_2fr] lg:pt-24">
      <h2 className="display text-h1 lg:max-w-[6em]">{belowTexts.why}</h2>
      <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {POINTS.map((point) => (
          <li key={point} className="flex gap-4.5 border-t border-line pt-6">
            <WhyGlyph name={point} />
            <div>
              <h3 className="display text-h4">{belowTexts.points[point].title}</h3>
              <p className="mt-2 text-quiet">{belowTexts.points[point].text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
