import { useState } from 'react';
import { dateTimeText } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { mayWithApproval, useIsSamePerson, type Me } from '@/desk/api/me';
import { DecisionForm } from './DecisionForm';
import type { Player } from './player';
import { playersTexts } from './texts';
import { useRereadPlayer } from './use-reread-player';

/** The limits that a player has reached, until when, and the way to lift those that may be lifted. */
export function PlayerLocks({ me, venue, player }: { me: Me; venue: Me['venues'][number]; player: Player }) {
  const [isOpen, setIsOpen] = useState(false);
  const reread = useRereadPlayer();
  const isSamePerson = useIsSamePerson();
  const { locks, name } = player;
  if (locks.length === 0 && !isOpen) return null;
  const canBeLifted = locks.some((lock) => lock.can_be_lifted);
  const close = () => setIsOpen(false);
  return (
    <section aria-label={playersTexts.locks} tabIndex={-1} className="grid gap-3 outline-none">
      {locks.length > 0 && (
        <Notice tone="warn" title={playersTexts.locks}>
          <ul className="mt-1 grid gap-1.5">
            {locks.map(({ kind, until, can_be_lifted }) => (
              <li key={kind} className="wrap-anywhere">
                <span className="font-semibold">{playersTexts.lock[kind]}</span>{' '}
                <span className="figures">{playersTexts.lockUntil(dateTimeText(until, venue.time_zone))}</span>
                {!can_be_lifted && <span className="block text-small text-quiet">{playersTexts.lockStays}</span>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {canBeLifted && mayWithApproval(me, 'player.trust') && !isOpen && (
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)} className="justify-self-start">
          {playersTexts.unlock}
        </Button>
      )}
      {isOpen && (
        <DecisionForm
          title={playersTexts.unlockTitle(name)}
          hint={playersTexts.unlockHint}
          submit={playersTexts.unlock}
          what={playersTexts.approveUnlock(name)}
          permission="player.trust"
          venue={venue.id}
          write={({ reason, approval }, key) =>
            call('post', '/api/desk/venues/{venue}/players/{player}/unlock', {
              params: { venue: venue.id, player: player.id },
              body: { reason, ...(approval !== undefined && { approval }) },
              key,
            })
          }
          onDone={() => {
            if (isSamePerson()) toast.success(playersTexts.unlockDone(name));
            close();
            void reread();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
