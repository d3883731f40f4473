import type { ReactNode } from 'react';
import { HeroCourt } from '@/ui/art/HeroCourt';

export interface PassGroundProps {
  children: ReactNode;
  /** Without the court behind it, where the words have a picture of their own. */
  plain?: boolean;
}

/** The green of the surround, on which a pass lies; larger screens see the court behind it. Everything on it is dark-themed. */
export function PassGround({ children, plain = false }: PassGroundProps) {
  return (
    // The ground reaches down to the footer, which keeps away from other screens.
    <div className="ground-surround relative -mb-16 grid min-h-dvh overflow-hidden md:-mb-24">
      {!plain && (
        <HeroCourt className="pointer-events-none absolute -bottom-24 -left-24 hidden w-[62%] [mask-image:linear-gradient(75deg,black_20%,transparent_85%)] opacity-45 lg:block" />
      )}
      <div className={`page gutter relative py-8 md:py-12 ${plain ? 'self-center' : ''}`}>{children}</div>
    </div>
  );
}
