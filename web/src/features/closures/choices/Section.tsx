import type { ReactNode } from 'react';
import { Card } from '@/ui/Card';
import type { Choice, Game } from '../api/offers';
import { sharedText } from '../money-text';

export interface SectionProps {
  title: string;
  /** The choices of the section; what they mean for the money is shown once if it is the same for all. */
  choices: readonly Choice[];
  game: Game;
  children: ReactNode;
}

/** Choices of one kind on a card. */
export function Section({ title, choices, game, children }: SectionProps) {
  const money = sharedText(choices, game);
  return (
    <Card as="section">
      <fieldset className="min-w-0">
        <legend className="sr-only">{title}</legend>
        <div aria-hidden="true" className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="display text-h4">{title}</span>
          {money !== undefined && (
            <span className={`figures text-small font-semibold ${money.isBack ? 'text-good' : 'text-quiet'}`}>
              {money.text}
            </span>
          )}
        </div>
        {children}
      </fieldset>
    </Card>
  );
}
