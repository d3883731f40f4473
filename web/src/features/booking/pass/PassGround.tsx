import type { ReactNode } from 'react';
import { HeroCourt } from '@/ui/art/HeroCourt';

/** The green of the surround, on which a pass lies; larger screens see the court behind it. Everything on it is dark-themed. */
export function PassGround({ children }: { children: ReactNode }) {
  return (
    <div className="ground-surround relative min-h-[calc(100dvh-5rem)] overflow-hidden">
      <HeroCourt className="pointer-events-none absolute -bottom-24 -left-24 hidden w-[62%] [mask-image:linear-gradient(75deg,black_20%,transparent_85%)] opacity-45 lg:block" />
      <div className="page gutter relative py-8 md:py-12">{children}</div>
    </div>
  );
}
