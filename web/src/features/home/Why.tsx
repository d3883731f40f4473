import { GraduationCap, Sparkles, Trophy, Users } from 'lucide-react';
import { homeTexts } from './texts';

const icons = [Users, Sparkles, Trophy, GraduationCap];

/** The four points (spec §1). */
export function Why() {
  return (
    <section className="page gutter grid gap-x-16 gap-y-8 pt-14 md:grid-cols-[1fr_2fr] md:pt-24">
      <h2 className="display text-h1 md:max-w-[6em]">{homeTexts.why}</h2>
      <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {homeTexts.points.map((point, at) => {
          const Icon = icons[at] ?? Users;
          return (
            <li key={point.title} className="flex gap-4 border-t border-line pt-5">
              <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-quiet" />
              <div>
                <h3 className="display text-h4">{point.title}</h3>
                <p className="mt-2 text-quiet">{point.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
