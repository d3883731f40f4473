import type { ReactElement, ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { IconButton } from './IconButton';

export interface BackButtonProps {
  /** Where it goes: "Back to dates". */
  label: string;
  onClick?: () => void;
  /** Renders this link instead of a button. */
  render?: ReactElement<{ className?: string; children?: ReactNode; 'aria-label'?: string }>;
}

/** The back arrow at the top of a screen. */
export function BackButton({ label, onClick, render }: BackButtonProps) {
  return (
    <IconButton
      label={label}
      icon={<ArrowLeft aria-hidden="true" className="size-5" />}
      onClick={onClick}
      render={render}
    />
  );
}
