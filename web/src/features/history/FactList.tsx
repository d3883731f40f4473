import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** A list of names on the left and values on the right, separated by lines. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="rows">
      {facts.map((fact) => (
        <div key={fact.label} className="flex justify-between gap-6 py-2.5">
          <dt className="max-w-[60%] shrink-0 wrap-anywhere text-quiet">{fact.label}</dt>
          <dd className="figures min-w-0 text-right font-bold wrap-anywhere">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
