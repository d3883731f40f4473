import { useState } from 'react';
import { fullDay, dayIn } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { mayWithApproval, type Me } from '@/desk/api/me';
import { DecisionForm, type Decision } from './DecisionForm';
import { playersTexts } from './texts';
import { useRereadPlayer } from './use-reread-player';

/** Whether a missed game was forgiven and why, and the way to forgive it or to let it count again. */
export function Forgiveness({
  me,
  venue,
  zone,
  about,
  forgiven,
  forgive,
  countAgain,
}: {
  me: Me;
  /** The venue at whose desk it is decided. */
  venue: number;
  zone: string;
  /** The game, by its day and time: the name of its button among those of other games. */
  about: string;
  /** Why, when and by whom it was forgiven; null: it counts. */
  forgiven: { reason: string; at: string; by: string | null } | null;
  forgive: (decision: Decision, key: string) => Promise<unknown>;
  countAgain: (decision: Decision, key: string) => Promise<unknown>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const reread = useRereadPlayer();
  const label = forgiven === null ? playersTexts.forgive : playersTexts.countAgain;
  const title = forgiven === null ? playersTexts.forgiveTitle : playersTexts.countAgainTitle;
  const shared = {
    title,
    submit: label,
    what: `${title}.`,
    permission: 'player.trust',
    venue,
    onClose: () => setIsOpen(false),
  };
  function done(message: string) {
    toast.success(message);
    setIsOpen(false);
    void reread();
  }
  return (
    <>
      {forgiven !== null && (
        <p className="text-small wrap-anywhere">
          {forgiven.reason === '' ? playersTexts.forgivenBefore : playersTexts.forgiven(forgiven.reason)}{' '}
          <span className="figures text-quiet">
            {forgiven.by === null
              ? fullDay(dayIn(zone, new Date(forgiven.at)))
              : playersTexts.decidedBy(forgiven.by, fullDay(dayIn(zone, new Date(forgiven.at))))}
          </span>
        </p>
      )}
      {mayWithApproval(me, 'player.trust') && !isOpen && (
        <button
          type="button"
          aria-label={`${label}: ${about}`}
          onClick={() => setIsOpen(true)}
          className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
        >
          {label}
        </button>
      )}
      {isOpen && forgiven === null && (
        <DecisionForm
          {...shared}
          hint={playersTexts.forgiveHint}
          write={forgive}
          onDone={() => done(playersTexts.forgiveDone)}
        />
      )}
      {isOpen && forgiven !== null && (
        <DecisionForm
          {...shared}
          hasReason={false}
          write={countAgain}
          onDone={() => done(playersTexts.countAgainDone)}
        />
      )}
    </>
  );
}
