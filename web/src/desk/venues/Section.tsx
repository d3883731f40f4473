import { useId, type ReactNode } from 'react';

/** A part of a venue's form or of its read-only page, with its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      className="rounded-xl border border-line bg-card p-4 outline-none min-[40rem]:p-5"
    >
      <h3 id={id} className="text-lead font-bold">
        {title}
      </h3>
      {text !== undefined && <p className="mt-0.5 text-small text-quiet">{text}</p>}
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  );
}
