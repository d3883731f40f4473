import { useId, type ReactNode } from 'react';

/** A part of the panel with its title. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h3 id={id} className="mb-2 text-[.8125rem] font-bold text-quiet">
        {title}
      </h3>
      {children}
    </section>
  );
}
