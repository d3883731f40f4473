import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { rupees } from '@/lib/money';
import { Card } from '@/ui/Card';
import { CourtDrawing } from '@/ui/CourtDrawing';
import type { Choice, Game } from './api/offers';
import { refundablePaise, moneyText, describeRefund } from './money-text';
import { closedCourtTexts } from './texts';
import { whenText } from './when-text';

export interface ChosenSummaryProps {
  game: Game;
  choice: Choice | undefined;
  isMoney: boolean;
  today: string;
}

/** The current choice. */
export function ChosenSummary({ game, choice, isMoney, today }: ChosenSummaryProps) {
  return (
    <Card
      as="aside"
      variant="deep"
      padded={false}
      aria-label={closedCourtTexts.yourChoice}
      className="hidden p-6.5 lg:block"
    >
      <p className="text-small font-semibold text-quiet">{closedCourtTexts.yourChoice}</p>
      <div className="mt-1 flex min-h-32 items-start justify-between gap-4">
        {choice !== undefined ? (
          <>
            <div className="figures min-w-0">
              <p className="display text-[2.375rem] leading-[.98] text-balance">{courtName(choice.court_name)}</p>
              <p className="mt-3 font-bold">{whenText(choice, today)}</p>
              <p className="text-quiet">{choice.venue_name}</p>
              <p className="mt-3 font-semibold">{moneyText(choice, game).text}</p>
            </div>
            <CourtDrawing
              key={`${choice.venue} ${choice.court}`}
              number={choice.court_number}
              type={courtKind(choice.court_type)}
              state="selected"
              className="mr-1 w-16 shrink-0 rotate-8 animate-fade"
            />
          </>
        ) : isMoney ? (
          <div className="figures">
            <p className="display text-[2.375rem] leading-[.98]">
              {game.paid_paise > 0 ? closedCourtTexts.moneyBack : closedCourtTexts.noThanks}
            </p>
            {refundablePaise(game) > 0 && <p className="display mt-3 text-h3">{rupees(refundablePaise(game) / 100)}</p>}
            <p className="mt-2 text-quiet">{describeRefund(game)}</p>
          </div>
        ) : (
          <p className="mt-2 text-quiet">{closedCourtTexts.choosing}</p>
        )}
      </div>
    </Card>
  );
}
