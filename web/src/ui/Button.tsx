import { cloneElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { PlayingBall } from './PlayingBall';

/** `lime`: the main action. `deep`: the next step. `outline`, `ghost`: other actions. `danger`: loses something. */
export type ButtonVariant = 'lime' | 'deep' | 'outline' | 'ghost' | 'danger';
/** At least 56 px (`lg`), 48 px (`md`) or 44 px (`sm`) high. */
export type ButtonSize = 'lg' | 'md' | 'sm';

const base =
  'relative inline-flex max-w-full select-none items-center justify-center gap-2.5 text-center font-bold leading-tight no-underline transition-colors duration-150 ease-out enabled:active:scale-[.985]';

const variants: Record<ButtonVariant, string> = {
  lime: 'bg-ball text-ball-ink hover:bg-ball-lit',
  deep: 'bg-solid text-on-solid hover:opacity-92',
  outline: 'border-[1.5px] border-edge bg-transparent text-ink hover:border-ink hover:bg-raised',
  ghost: 'bg-transparent text-ink hover:bg-raised',
  danger: 'border-[1.5px] border-bad bg-transparent text-bad hover:bg-bad-tint',
};

const sizes: Record<ButtonSize, string> = {
  lg: 'min-h-14 rounded-[16px] px-6 py-2.5 text-[1.0625rem]',
  md: 'min-h-12 rounded-md px-5 py-2 text-body',
  sm: 'min-h-11 rounded-md px-4 py-1.5 text-[.9375rem]',
};

const off = 'disabled:bg-raised disabled:text-quiet disabled:border-line';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  wide?: boolean;
  /** Work is under way: the button keeps focus and width, shows a moving ball, and ignores further taps. */
  isBusy?: boolean;
  icon?: ReactNode;
  /**
   * Renders this element (a link) with the button's look, icon and children: `render={<Link {...paths.location()} />}`. Its props, such as
   * `onClick`, are its own, but its `className` is replaced. Those of the button, such as `disabled`, are not passed on, and `isBusy` does
   * not stop its taps.
   */
  render?: ReactElement<{ className?: string; children?: ReactNode }>;
}

/** A button, or a link that looks like one. */
export function Button({
  variant = 'deep',
  size = 'lg',
  wide = false,
  isBusy = false,
  icon,
  render,
  className = '',
  children,
  onClick,
  onKeyDown,
  type = 'button',
  ...rest
}: ButtonProps) {
  const classes = `${base} ${variants[variant]} ${sizes[size]} ${off} ${wide ? 'w-full min-w-0' : ''} ${className}`;
  const inside = (
    <>
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <PlayingBall />
        </span>
      )}
      {/* Transparent, not hidden: the button keeps its name for screen readers. */}
      {icon !== undefined && <span className={isBusy ? 'contents *:opacity-0' : 'contents'}>{icon}</span>}
      {/* A name of one long word breaks, so that it does not stick out of the screen. */}
      <span className={`min-w-0 break-words ${isBusy ? 'opacity-0' : ''}`}>{children}</span>
    </>
  );
  if (render) return cloneElement(render, { className: classes, children: inside });
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        // INVARIANT: a busy button does nothing, whatever its type ("a busy button ignores a second tap").
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
      onKeyDown={(event) => {
        // INVARIANT: an Enter that is held presses no button after the first one, also not the one that takes the focus to answer a
        // question ("an Enter that is held presses a button once").
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        onKeyDown?.(event);
      }}
    >
      {inside}
    </button>
  );
}
