import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A drawing, such as those of ui/art. */
  art?: ReactNode;
  title?: string;
  text: string;
  /** The button or link with which to go on. */
  action?: ReactNode;
}

/** Shown in place of missing content. */
export function EmptyState({ art, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 px-2 py-8 text-center">
      {art}
      {title !== undefined && <h2 className="display text-h3">{title}</h2>}
      <p className="text-quiet">{text}</p>
      {action}
    </div>
  );
}
