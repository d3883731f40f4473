import type { ReactNode } from 'react';

/** A quiet block where content is about to be; give it the size of what comes. Says nothing to screen readers. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-shimmer rounded-md bg-line/70 ${className}`} />;
}

/** Blocks for a loading part, with one sentence for screen readers: `<Loading label="Loading Locations...">…</Loading>`. */
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
