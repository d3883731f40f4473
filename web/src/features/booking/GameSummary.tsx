import type { ReactNode } from 'react';
import { Card } from '@/ui/Card';
import { CourtDrawing, type CourtState, type CourtType } from '@/ui/CourtDrawing';
import { Price } from '@/ui/Price';
import { courtTexts } from './texts';

export interface GameSummaryProps {
  title: string;
  subtitle?: string;
  /** The court to draw; no court is drawn without one. */
  court?: { number: number; type: CourtType };
  state?: CourtState;
  rows: readonly { label: string; value: ReactNode }[];
  /** Rupees; absent until the choice on this screen has a price. */
  total?: number;
  /** Replaces the label 'Total'. */
  totalLabel?: string | undefined;
  /** Shown if there is no total: what to do to see one. */
  noTotal: string;
  action: ReactNode;
  note?: string;
}

/** The game so far, its price, and the next action. */
export function GameSummary({
  title,
  subtitle,
  court,
  state = 'selected',
  rows,
  total,
  totalLabel = courtTexts.total,
  noTotal,
  action,
  note,
}: GameSummaryProps) {
  return (
    <Card as="aside" variant="deep" padded={false} aria-label={courtTexts.yourGame} className="p-6.5">
      <div className="flex min-h-32 items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-small font-semibold text-quiet">{courtTexts.yourGame}</p>
          <p className="display mt-1 text-[2.375rem] leading-[.98] text-balance">{title}</p>
          {subtitle !== undefined && <p className="mt-1.5 text-small text-quiet">{subtitle}</p>}
        </div>
        {court && (
          <CourtDrawing
            key={`${court.type}${court.number}`}
            number={court.number}
            type={court.type}
            state={state}
            className="mr-1 w-16 shrink-0 rotate-8 animate-fade"
          />
        )}
      </div>
      <dl className="mt-4 grid gap-3">
        {rows.map((row) => (
          <div key={row.label} className="flex items-baseline justify-between gap-6">
            <dt className="text-quiet">{row.label}</dt>
            <dd className="figures text-right font-bold">{row.value}</dd>
          </div>
        ))}
      </dl>
      <div aria-hidden="true" className="my-5 border-t-[1.5px] border-dashed border-line" />
      <div className="mb-5 flex min-h-9 items-end justify-between gap-6">
        <span className="text-quiet">{totalLabel}</span>
        {total === undefined ? <span className="text-quiet">{noTotal}</span> : <Price amount={total} size="big" />}
      </div>
      {action}
      {note !== undefined && <p className="mt-3.5 text-center text-small text-quiet">{note}</p>}
    </Card>
  );
}
