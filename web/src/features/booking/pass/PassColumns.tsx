import type { ReactNode } from 'react';

export interface PassColumnsProps {
  /** Heading, outcome, links. */
  words: ReactNode;
  /** The pass. */
  children: ReactNode;
}

/** Words over the pass on phones, beside it on larger screens. */
export function PassColumns({ words, children }: PassColumnsProps) {
  return (
    <div className="mx-auto grid max-w-5xl gap-8 lg:grid-cols-[minmax(0,1fr)_26.25rem] lg:items-start lg:gap-14">
      <div className="mx-auto w-full max-w-105 lg:mx-0 lg:max-w-none lg:pt-8">{words}</div>
      <div>{children}</div>
    </div>
  );
}
