import { currentLanguage } from '@/lib/language';
import { useTitle } from '@/lib/title';
import { failureMessage } from '@/api/failure-message';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Document } from './content/document';
import { fillIn, fillText } from './content/fill-in';
import { Contents } from './document/Contents';
import { DocumentBlock } from './document/DocumentBlock';
import { infoTexts } from './texts';
import { useFacts } from './use-facts';

/** A readable line width, with the contents beside the text on larger screens. */
const COLUMNS = 'page gutter grid gap-x-16 pt-10 md:pt-14 lg:grid-cols-[15rem_minmax(0,42rem)] print:block print:p-0';

/** A text page: its contents and one readable column, with a print layout. */
export function DocumentPage({ page }: { page: Document }) {
  useTitle(page.title);
  const { facts, config } = useFacts();
  if (facts === null) {
    return (
      <div className={COLUMNS}>
        <div className="lg:col-start-2">
          <h1 className="display text-h1">{page.title}</h1>
          {config.isError ? (
            <LoadFailure
              title={infoTexts.failed}
              message={failureMessage(config.error)}
              retryLabel={infoTexts.retry}
              isBusy={config.isFetching}
              onRetry={() => void config.refetch()}
            />
          ) : (
            <DocumentSkeleton />
          )}
        </div>
      </div>
    );
  }
  const { title, lead, sections } = fillIn(page, facts);
  const since = fillText(infoTexts.inEffect, facts);
  return (
    <div className={COLUMNS}>
      {/* The column is explicit: on a slow connection the text arrives first and would take the other column. */}
      <article className="lg:order-2 lg:col-start-2">
        <h1 className="display text-h1">{title}</h1>
        {since !== null && <p className="mt-3 text-small font-semibold text-quiet">{since}</p>}
        <p className="mt-6 text-lead text-pretty">{lead.join(' ')}</p>
        {currentLanguage() !== 'en' && <p className="mt-3 text-small text-quiet">{infoTexts.englishBinding}</p>}
        <Contents sections={sections} variant="folded" />
        {sections.map((section, at) => (
          <section key={section.id} id={section.id} className="scroll-mt-6 pt-10">
            <h2 className="display text-h3 break-after-avoid">
              <span aria-hidden="true" className="figures mr-2.5 text-quiet">
                {at + 1}
              </span>
              {section.heading}
            </h2>
            {section.body.map((block, place) => (
              // The blocks of a section have no identity but their position.
              // oxlint-disable-next-line react/no-array-index-key
              <DocumentBlock key={place} block={block} />
            ))}
          </section>
        ))}
      </article>
      <Contents sections={sections} variant="beside" />
    </div>
  );
}

function DocumentSkeleton() {
  return (
    <Loading label={infoTexts.loading}>
      <div className="grid gap-3.5 pt-8">
        {['w-full', 'w-11/12', 'w-4/5', 'w-3/4', 'w-10/12', 'w-5/6'].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    </Loading>
  );
}
