import type { ReactNode } from 'react';

/** The green of the surround, on which a pass lies. Everything on it is dark-themed. */
export function PassGround({ children }: { children: ReactNode }) {
  return (
    <div className="scheme-dark min-h-[calc(100dvh-5rem)] bg-surround text-ink">
      <div className="page gutter py-8 md:py-12">{children}</div>
    </div>
  );
}
