import type { ComponentProps } from 'react';

export interface CardProps extends ComponentProps<'div'> {
  /** `plain`: the colour of cards. `deep`: the dark summary card; everything inside is dark-themed. */
  variant?: 'plain' | 'deep';
  as?: 'div' | 'section' | 'article' | 'li' | 'aside';
  /** Inner padding; false if a picture fills the card to its edge. */
  padded?: boolean;
}

/** A section of the page with a background of its own. */
export function Card({ variant = 'plain', as: Tag = 'div', padded = true, className = '', ...rest }: CardProps) {
  const ground = variant === 'deep' ? 'scheme-dark bg-deep text-ink' : 'border border-line bg-card';
  const Element = Tag as 'div';
  return (
    <Element {...rest} className={`overflow-hidden rounded-xl ${ground} ${padded ? 'p-5 md:p-6' : ''} ${className}`} />
  );
}
