import { cloneElement, type ReactElement, type ReactNode } from 'react';

const tones = {
  plain: 'border-line bg-card text-ink',
  good: 'border-transparent bg-good-tint text-good',
  bad: 'border-transparent bg-bad-tint text-bad',
  warn: 'border-transparent bg-warn-tint text-warn',
  note: 'border-transparent bg-note-tint text-note',
};

export interface PillProps {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  /** Renders this element (a link) as the capsule, with the height of a touch target; its `className` is replaced. */
  render?: ReactElement<{ className?: string; children?: ReactNode }>;
  children: ReactNode;
}

/** A short fact in a capsule. */
export function Pill({ tone = 'plain', icon, render, children }: PillProps) {
  const classes = `figures inline-flex max-w-full items-center gap-1.5 rounded-full border text-[.84375rem] leading-tight font-semibold ${tones[tone]}`;
  const inside = (
    <>
      {icon}
      {children}
    </>
  );
  if (render) {
    const className = `${classes} min-h-11 px-3.5 py-1.5 transition-colors hover:border-edge hover:bg-raised`;
    return cloneElement(render, { className, children: inside });
  }
  return <span className={`${classes} px-3 py-1.5`}>{inside}</span>;
}
