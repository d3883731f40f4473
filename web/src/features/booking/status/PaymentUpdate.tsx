import type { ReactNode } from 'react';

export interface PaymentUpdateProps {
  title: string;
  children: ReactNode;
  /** The actions offered to the player. */
  actions: ReactNode;
}

/** The state of an online payment without a booking (yet). */
export function PaymentUpdate({ title, children, actions }: PaymentUpdateProps) {
  return (
    <section aria-live="polite">
      <h1 className="display text-h1 italic">{title}</h1>
      <div className="mt-2 grid max-w-md gap-2">{children}</div>
      <div className="mt-5 flex flex-wrap gap-2.5">{actions}</div>
    </section>
  );
}
