import type { ReactNode } from 'react';

/** A placeholder for loading content; give it the content's size. Hidden from screen readers. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-shimmer rounded-md bg-line/70 ${className}`} />;
}

/**
 * Placeholders of a loading part, with one sentence for screen readers, which is also visible if `shown`:
 * `<Loading label="Loading Locations...">…</Loading>`.
 */
export function Loading({ label, shown = false, children }: { label: string; shown?: boolean; children?: ReactNode }) {
  return (
    <div aria-busy="true" className="screen-loading">
      <p role="status" className={shown ? 'mb-4 text-quiet' : 'sr-only'}>
        {label}
      </p>
      {children}
    </div>
  );
}
