import { useTitle } from '@/lib/title';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { BrandFacts, Document } from './content/brand-facts';
import { infoTexts } from './texts';
import { useBrandFacts } from './use-brand-facts';

const anchor = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/** A text page: contents at the side on larger screens, one readable column. */
export function DocumentPage({ title, write }: { title: string; write: (brand: BrandFacts) => Document }) {
  useTitle(title);
  const brand = useBrandFacts();
  if (!brand) return <DocumentSkeleton title={title} />;
  const text = write(brand);
  return (
    <div className="page gutter grid gap-x-16 pt-10 md:pt-14 lg:grid-cols-[15rem_minmax(0,42rem)]">
      <div className="lg:order-2">
        <h1 className="display text-h1">{text.title}</h1>
        <p className="mt-3 text-small text-quiet">{text.updated}</p>
        <p className="mt-6 text-lead">{text.lead}</p>
        {text.sections.map((section, at) => (
          <section key={section.heading} id={anchor(section.heading)} className="scroll-mt-6 pt-9">
            <h2 className="display text-h3">
              <span aria-hidden="true" className="figures mr-2.5 text-quiet">
                {at + 1}
              </span>
              {section.heading}
            </h2>
            {section.body.map((part) =>
              typeof part === 'string' ? (
                <p key={part} className="mt-4">
                  {part}
                </p>
              ) : (
                <ul key={part[0]} className="mt-4 grid list-disc gap-2.5 pl-5 marker:text-edge">
                  {part.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
      <nav aria-label={infoTexts.onThisPage} className="hidden lg:block">
        <div className="sticky top-8">
          <p className="text-small font-semibold text-quiet">{infoTexts.onThisPage}</p>
          <ol className="mt-2">
            {text.sections.map((section) => (
              <li key={section.heading}>
                <a
                  href={`#${anchor(section.heading)}`}
                  className="flex min-h-11 items-center border-l-2 border-line pl-3.5 text-[.9375rem] font-medium text-quiet hover:border-ink hover:text-ink"
                >
                  {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
    </div>
  );
}

function DocumentSkeleton({ title }: { title: string }) {
  return (
    <div className="page gutter grid gap-x-16 pt-10 md:pt-14 lg:grid-cols-[15rem_minmax(0,42rem)]">
      <div className="lg:col-start-2">
        <h1 className="display text-h1">{title}</h1>
        <Loading label={infoTexts.loading}>
          <div className="grid gap-3.5 pt-8">
            {['w-full', 'w-11/12', 'w-4/5', 'w-3/4', 'w-10/12', 'w-5/6'].map((width) => (
              <Skeleton key={width} className={`h-5 ${width}`} />
            ))}
          </div>
        </Loading>
      </div>
    </div>
  );
}
