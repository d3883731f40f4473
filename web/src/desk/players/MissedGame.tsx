import { useState } from 'react';
import { fullDay, dayIn } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { call } from '@/desk/api/client';
import { mayWithApproval, type Me } from '@/desk/api/me';
import { DecisionForm } from './DecisionForm';
import type { Player } from './player';
import { playersTexts } from './texts';
import { usePlayerChanged } from './use-player-changed';

/** Below a missed game: whether it was forgiven and why, and a form to forgive it or to let it count again. */
export function MissedGame({
  me,
  zone,
  game,
  forgiven,
}: {
  me: Me;
  zone: string;
  game: Player['past'][number];
  /** Why, when and by whom it was forgiven; undefined if it counts. */
  forgiven: Player['forgiven'][number] | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const changed = usePlayerChanged();
  const params = { order: game.order };
  const label = forgiven === undefined ? playersTexts.forgive : playersTexts.countAgain;
  const title = forgiven === undefined ? playersTexts.forgiveTitle : playersTexts.countAgainTitle;
  const shared = {
    title,
    submit: label,
    what: `${title}.`,
    permission: 'player.trust',
    venue: game.venue,
    onClose: () => setIsOpen(false),
  };
  function done(message: string) {
    toast.success(message);
    setIsOpen(false);
    void changed();
  }
  return (
    <div className="grid gap-2 px-4 pb-1.5 has-[form]:pb-4">
      {forgiven !== undefined && (
        <p className="text-small wrap-anywhere">
          {playersTexts.forgiven(forgiven.reason)}{' '}
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
          onClick={() => setIsOpen(true)}
          className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
        >
          {label}
        </button>
      )}
      {isOpen && forgiven === undefined && (
        <DecisionForm
          {...shared}
          hint={playersTexts.forgiveHint}
          write={({ reason, approval }, key) =>
            call('post', '/api/desk/bookings/{order}/forgiveness', {
              params,
              body: { reason, ...(approval !== undefined && { approval }) },
              key,
            })
          }
          onDone={() => done(playersTexts.forgiveDone)}
        />
      )}
      {isOpen && forgiven !== undefined && (
        <DecisionForm
          {...shared}
          hasReason={false}
          write={({ approval }, key) =>
            call('post', '/api/desk/bookings/{order}/forgiveness/withdraw', {
              params,
              body: { ...(approval !== undefined && { approval }) },
              key,
            })
          }
          onDone={() => done(playersTexts.countAgainDone)}
        />
      )}
    </div>
  );
}
