import type { ReactNode } from 'react';

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
  children: ReactNode;
}

/** A short fact in a capsule. */
export function Pill({ tone = 'plain', icon, children }: PillProps) {
  return (
    <span
      className={`figures inline-flex max-w-full items-center gap-1.5 rounded-full border px-3 py-1.5 text-[.84375rem] leading-tight font-semibold ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  );
}
