import type { ReactNode } from 'react';

/** All choices of a game are one group of radio buttons, over all sections. */
const GROUP = 'instead';

const variants = {
  card: 'rounded-xl p-5',
  tile: 'rounded-lg px-2.5 py-2',
};

export interface OptionProps {
  value: string;
  isPicked: boolean;
  onPick: (value: string) => void;
  variant: keyof typeof variants;
  /** Read aloud instead of the parts. */
  screenReaderText: string;
  className?: string;
  children: ReactNode;
}

/** One choice: a radio button over its whole card or tile. */
export function Option({ value, isPicked, onPick, variant, screenReaderText, className = '', children }: OptionProps) {
  const ground = isPicked
    ? 'scheme-dark border-ball bg-deep text-ink'
    : `${variant === 'card' ? 'border-line' : 'border-edge'} bg-card hover:border-ink`;
  return (
    <label
      className={`relative block cursor-pointer border-[1.5px] transition-colors duration-150 has-focus-visible:focus-ring ${variants[variant]} ${ground} ${className}`}
    >
      <input
        type="radio"
        name={GROUP}
        value={value}
        checked={isPicked}
        onChange={() => onPick(value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
      />
      <span className="sr-only">{screenReaderText}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </label>
  );
}
