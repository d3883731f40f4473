import type { ReactNode } from 'react';
import { HeroCourt } from '@/ui/art/HeroCourt';

export interface PassBackgroundProps {
  children: ReactNode;
  /** Without the court behind it, for text that has a picture of its own. */
  plain?: boolean;
}

/** The green background of a pass, with a court on larger screens. Text and buttons on it have the dark theme. */
export function PassBackground({ children, plain = false }: PassBackgroundProps) {
  return (
    // The background reaches down to the footer, which has a margin on other screens.
    <div className="ground-surround relative -mb-16 grid min-h-dvh overflow-hidden md:-mb-24">
      {!plain && (
        <HeroCourt className="pointer-events-none absolute -bottom-24 -left-24 hidden w-[62%] [mask-image:linear-gradient(75deg,black_20%,transparent_85%)] opacity-45 lg:block" />
      )}
      <div className={`page gutter relative py-8 md:py-12 ${plain ? 'self-center' : ''}`}>{children}</div>
    </div>
  );
}
