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
  /** The venue whose staff may approve it. */
  venue: number;
  zone: string;
  /** The game, by its day and time. */
  about: string;
  /** Why, when and by whom it was forgiven; null if it was not. */
  forgiven: { reason: string; at: string; by: string | null } | null;
  forgive: (decision: Decision, key: string) => Promise<unknown>;
  countAgain: (decision: Decision, key: string) => Promise<unknown>;
}) {
  // The open form. It stays the same if a colleague decides about the game meanwhile: its button must not come to do the opposite.
  const [open, setOpen] = useState<'forgive' | 'countAgain' | null>(null);
  const reread = useRereadPlayer();
  const label = forgiven === null ? playersTexts.forgive : playersTexts.countAgain;
  // A form may be closed late, by an answer, while the other one is open.
  const close = () => setOpen((latest) => (latest === open ? null : latest));
  const shared = { permission: 'player.trust', venue, game: about, onClose: close };
  function done(message: string) {
    toast.success(message);
    close();
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
      {mayWithApproval(me, 'player.trust') && open === null && (
        <button
          type="button"
          aria-label={`${label}: ${about}`}
          onClick={() => setOpen(forgiven === null ? 'forgive' : 'countAgain')}
          className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
        >
          {label}
        </button>
      )}
      {open === 'forgive' && (
        <DecisionForm
          {...shared}
          title={playersTexts.forgiveTitle}
          hint={playersTexts.forgiveHint}
          submit={playersTexts.forgive}
          what={`${playersTexts.forgiveTitle}.`}
          write={forgive}
          onDone={() => done(playersTexts.forgiveDone)}
        />
      )}
      {open === 'countAgain' && (
        <DecisionForm
          {...shared}
          title={playersTexts.countAgainTitle}
          submit={playersTexts.countAgain}
          what={`${playersTexts.countAgainTitle}.`}
          hasReason={false}
          write={countAgain}
          onDone={() => done(playersTexts.countAgainDone)}
        />
      )}
    </>
  );
}
