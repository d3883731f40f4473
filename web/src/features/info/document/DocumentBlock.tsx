import type { Block } from '../content/document';

/** A paragraph, a list or a table of a text page. */
export function DocumentBlock({ block }: { block: Block }) {
  if ('text' in block) return <p className="mt-4 text-pretty">{block.text.join(' ')}</p>;
  if ('list' in block) {
    return (
      <ul className="mt-4 grid list-disc gap-2.5 pl-5 marker:text-edge">
        {block.list.map((point) => (
          <li key={point} className="text-pretty">
            {point}
          </li>
        ))}
      </ul>
    );
  }
  return <FactTable head={block.head} rows={block.rows} />;
}

/**
 * A table of facts as a list of terms: on phones each row is a card, and screen readers do not recognize a table with
 * that layout.
 */
function FactTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const columns = head.length > 2 ? 'sm:grid-cols-[2fr_2fr_1.4fr]' : 'sm:grid-cols-[2fr_3fr]';
  return (
    <div className="mt-5 text-[.9375rem] leading-snug">
      <p
        aria-hidden="true"
        className={`hidden gap-5 border-b border-edge pb-2.5 text-small font-bold sm:grid ${columns}`}
      >
        {head.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </p>
      <dl className="grid gap-2.5 sm:gap-0">
        {rows.map(([thing, ...said]) => (
          <div
            key={thing}
            className={`grid break-inside-avoid gap-x-5 gap-y-1.5 rounded-lg border border-line bg-card px-4 py-3.5 sm:rounded-none sm:border-x-0 sm:border-t-0 sm:bg-transparent sm:px-0 sm:py-3 ${columns}`}
          >
            <dt className="font-semibold">{thing}</dt>
            {said.map((text, at) => (
              <dd key={head[at + 1]} className="text-quiet">
                <span className={said.length > 1 ? 'font-semibold sm:sr-only' : 'sr-only'}>{head[at + 1]}: </span>
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </div>
  );
}
