import type { ReactNode } from 'react';
import type { Game } from './api/offers';
import type { ClosureReason } from './closure-heading';
import { OpenGame } from './OpenGame';
import { Outcome } from './Outcome';
import { useAnswer } from './use-answer';

export interface GameViewProps {
  token: string;
  game: Game;
  /** Why the court was closed. */
  closure: ClosureReason;
  /** The day at the venue. */
  today: string;
  zone: string;
  /** "1 of 3"; null if it is the only game. */
  count: string | null;
  /** Another game without an answer. */
  next: Game | undefined;
  /** The address names no game: the page has just been opened. */
  isFirstShown: boolean;
  /** The list of the games. */
  children: ReactNode;
}

/** One game: the choice, or what became of it. */
export function GameView({ children, isFirstShown, ...props }: GameViewProps) {
  const { token, game } = props;
  const answer = useAnswer(token, game.orderid);
  return game.state === 'open' ? (
    <OpenGame {...props} answer={answer} takesFocus={!isFirstShown}>
      {children}
    </OpenGame>
  ) : (
    <Outcome {...props} game={game} note={answer.note} takesFocus={!isFirstShown || answer.hasAnswered}>
      {children}
    </Outcome>
  );
}
