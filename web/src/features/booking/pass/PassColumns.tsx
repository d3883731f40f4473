import type { ReactNode } from 'react';

export interface PassColumnsProps {
  /** Heading, outcome, links. */
  heading: ReactNode;
  /** The pass. */
  children: ReactNode;
  /** The actions of the pass. */
  actions?: ReactNode;
}

/** Text, pass and actions below each other on phones; on larger screens the pass beside text and actions. */
export function PassColumns({ heading, children, actions }: PassColumnsProps) {
  return (
    <div className="mx-auto grid max-w-5xl lg:grid-cols-[minmax(0,1fr)_26.25rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14">
      <div className="mx-auto w-full max-w-105 lg:mx-0 lg:max-w-none lg:pt-8">{heading}</div>
      <div className="mt-8 min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">{children}</div>
      {actions !== undefined && <div className="mx-auto w-full max-w-105 lg:mx-0 lg:mt-3">{actions}</div>}
    </div>
  );
}
