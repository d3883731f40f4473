import type { ReactNode, Ref } from 'react';
import { CourtDrawing, type CourtType } from './CourtDrawing';

/** One line of the pass. */
export interface PassFact {
  label: string;
  value: ReactNode;
  /** A smaller second line. */
  more?: ReactNode;
  wide?: boolean;
}

export interface PassProps {
  /** 'your booking'. */
  eyebrow: string;
  /** "Court 3". */
  court: string;
  /** The number in the drawing. */
  number?: number | string;
  courtType: CourtType;
  /** "Outdoor". */
  courtTypeName: string;
  facts: readonly PassFact[];
  /** Below the perforation: the order number and how to use it. */
  orderLabel: string;
  order: string;
  orderHint?: ReactNode;
  /** A playful line at the bottom. */
  footnote?: ReactNode;
  /** The code to scan, if there is one. It needs a white margin, which the card provides. */
  code?: ReactNode;
  /** A stamp across the pass: "Cancelled". */
  stamp?: string;
  /** Slides in from under the header, once. */
  slidesIn?: boolean;
  /** The element that is saved as a picture; it has no margin, so that the picture is complete. */
  ref?: Ref<HTMLDivElement>;
}

/** The booking pass: a ticket with a perforation. */
export function Pass({
  eyebrow,
  court,
  number,
  courtType,
  courtTypeName,
  facts,
  orderLabel,
  order,
  orderHint,
  footnote,
  code,
  stamp,
  slidesIn = false,
  ref,
}: PassProps) {
  return (
    <div className={`rounded-2xl shadow-pass ${slidesIn ? 'animate-pass-in' : ''}`}>
      <div ref={ref} className="pass relative scheme-light text-ink">
        <div className="flex items-center justify-between gap-4 rounded-t-2xl bg-deep px-5 py-5 min-[400px]:px-6 text-white">
          <div className="min-w-0">
            <p className="text-small font-semibold opacity-80">{eyebrow}</p>
            <h2 className="display mt-1 text-[2.25rem] leading-none">{court}</h2>
            <p className="mt-1.5 text-small opacity-85">{courtTypeName}</p>
          </div>
          <CourtDrawing
            number={number}
            type={courtType}
            state={stamp === undefined ? 'selected' : 'taken'}
            className="-my-1 mr-2 w-14 shrink-0 rotate-8"
          />
        </div>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-4 bg-card px-5 pt-5 pb-4 min-[400px]:gap-x-5 min-[400px]:px-6">
          {facts.map((fact) => (
            <div key={fact.label} className={`min-w-0 ${fact.wide ? 'col-span-2' : ''}`}>
              <dt className="text-[.84375rem] text-quiet">{fact.label}</dt>
              <dd className="figures font-bold wrap-anywhere">
                {fact.value}
                {fact.more !== undefined && (
                  <span className="block text-[.84375rem] font-medium text-quiet">{fact.more}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <div aria-hidden="true" className="pass-perforation flex h-6 items-center px-5">
          <span className="h-0 flex-1 border-t-[2.5px] border-dashed border-line" />
        </div>
        <div className="rounded-b-2xl bg-card px-5 pt-3 pb-6 min-[400px]:px-6">
          <div className="flex items-center gap-4">
            {code}
            <dl className="min-w-0">
              <dt className="text-[.84375rem] text-quiet">{orderLabel}</dt>
              <dd className="figures font-bold tracking-tight break-all">{order}</dd>
              {orderHint !== undefined && <dd className="text-[.84375rem] text-quiet">{orderHint}</dd>}
            </dl>
          </div>
          {footnote !== undefined && <p className="mt-4 text-[.84375rem] text-quiet">{footnote}</p>}
        </div>
        {stamp !== undefined && (
          <p className="display pointer-events-none absolute right-5 bottom-8 -rotate-8 rounded-md border-4 border-bad bg-card px-3.5 py-2 text-h3 whitespace-nowrap text-bad uppercase">
            {stamp}
          </p>
        )}
      </div>
    </div>
  );
}
