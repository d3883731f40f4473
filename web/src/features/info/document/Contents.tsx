import { ChevronDown } from 'lucide-react';
import type { DocumentSection } from '../content/document';
import { infoTexts } from '../texts';

export interface ContentsProps {
  sections: readonly DocumentSection[];
  /** `beside` the text on larger screens, or `folded` above it on smaller ones. */
  variant: 'beside' | 'folded';
}

/** The sections of a text page as links. */
export function Contents({ sections, variant }: ContentsProps) {
  if (variant === 'folded') {
    return (
      <details className="group mt-7 rounded-xl border border-line bg-card lg:hidden print:hidden">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 rounded-xl px-4.5 font-bold [&::-webkit-details-marker]:hidden">
          {infoTexts.onThisPage}
          <ChevronDown
            aria-hidden="true"
            className="size-5 text-quiet transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <nav aria-label={infoTexts.onThisPage} className="px-4.5 pb-3">
          <ol>
            {sections.map((section, at) => (
              <li key={section.id} className="border-t border-line">
                <a href={`#${section.id}`} className="flex min-h-11 items-center gap-3 py-1.5 font-medium">
                  <span aria-hidden="true" className="figures w-5 shrink-0 text-small font-bold text-quiet">
                    {at + 1}
                  </span>
                  {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </details>
    );
  }
  return (
    <nav aria-label={infoTexts.onThisPage} className="hidden lg:block print:hidden">
      <div className="sticky top-8">
        <p className="text-small font-semibold text-quiet">{infoTexts.onThisPage}</p>
        <ol className="mt-2">
          {sections.map((section) => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                className="flex min-h-11 items-center border-l-2 border-line py-1 pl-3.5 text-[.9375rem] leading-snug font-medium text-quiet hover:border-ink hover:text-ink"
              >
                {section.heading}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
