export interface SpinnerProps {
  /** For screen readers; also visible if `shown`. */
  label: string;
  shown?: boolean;
}

/** A waiting indicator: a ball that crosses the net and comes back. */
export function Spinner({ label, shown = true }: SpinnerProps) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <svg viewBox="-26 -17 52 28" aria-hidden="true" className="w-20 overflow-visible">
        <path d="M-24 10H24" className="stroke-line" strokeWidth="2" strokeLinecap="round" />
        <path d="M0 10V-3" className="stroke-edge" strokeWidth="2.4" strokeLinecap="round" />
        <g className="animate-rally">
          <g className="animate-hop">
            <circle cy="-2" r="5" className="fill-ball stroke-ball-ink/40" strokeWidth=".7" />
            <g className="fill-ball-ink/55">
              <circle cy="-2" r=".9" />
              <circle cx="-2.6" cy="-3.4" r=".8" />
              <circle cx="2.6" cy="-3.4" r=".8" />
              <circle cx="-2.2" cy=".4" r=".8" />
              <circle cx="2.2" cy=".4" r=".8" />
            </g>
          </g>
        </g>
      </svg>
      <p className={shown ? 'font-semibold text-quiet' : 'sr-only'}>{label}</p>
    </div>
  );
}
