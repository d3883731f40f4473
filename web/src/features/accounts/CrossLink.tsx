import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReturnState } from './return-state';

export interface CrossLinkProps {
  /** The text before the link: "New here?". */
  before?: string;
  /** One of `paths`. */
  to: LinkProps;
  state: ReturnState;
  children: ReactNode;
}

/** A line that links to another account screen and passes the return state on. */
export function CrossLink({ before, to, state, children }: CrossLinkProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {before}
      <Link
        {...to}
        state={state}
        className="inline-flex min-h-11 items-center font-bold text-ink underline decoration-2 underline-offset-4"
      >
        {children}
      </Link>
    </p>
  );
}
