import type { ReactNode } from 'react';

export interface PageHeadingProps {
  title: string;
  subtitle?: ReactNode;
  /** A BackButton. */
  back?: ReactNode;
  /** Shown at the right end of the heading. */
  action?: ReactNode;
  /** Shows the title in italics. */
  italic?: boolean;
}

/** The one h1 of a screen. */
export function PageHeading({ title, subtitle, back, action, italic = false }: PageHeadingProps) {
  return (
    <header>
      {back !== undefined && <div className="py-4 md:py-6">{back}</div>}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className={`display text-h1 ${italic ? 'italic' : ''}`}>{title}</h1>
          {subtitle !== undefined && <p className="mt-2 max-w-prose text-quiet">{subtitle}</p>}
        </div>
        {action}
      </div>
    </header>
  );
}
