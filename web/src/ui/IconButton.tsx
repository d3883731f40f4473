import { cloneElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';

const variants = {
  card: 'border border-line bg-card text-ink hover:border-edge',
  ghost: 'bg-transparent text-current hover:bg-raised',
  deep: 'bg-solid text-on-solid enabled:hover:opacity-92 disabled:bg-raised disabled:text-quiet',
  glass: 'border border-white/20 bg-white/12 text-white hover:bg-white/20',
};

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The action, as a label for screen readers. */
  label: string;
  icon: ReactNode;
  variant?: keyof typeof variants;
  /** Renders this element (a link) instead of a button; its props are its own, but its `className` is replaced. */
  render?: ReactElement<{ className?: string; children?: ReactNode; 'aria-label'?: string }>;
}

/** A square button of 44 px with only an icon. */
export function IconButton({
  label,
  icon,
  variant = 'card',
  render,
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  const classes = `inline-grid size-11 shrink-0 place-items-center rounded-md transition-colors duration-150 ${variants[variant]} ${className}`;
  if (render) return cloneElement(render, { className: classes, children: icon, 'aria-label': label });
  return (
    <button {...rest} type={type} aria-label={label} className={classes}>
      {icon}
    </button>
  );
}
