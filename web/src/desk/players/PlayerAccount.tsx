import { useState, type ReactNode } from 'react';
import { dayIn, fullDay } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { clockOffset } from '@/desk/api/connection';
import { may, type Me } from '@/desk/api/me';
import { useServerNow } from '@/desk/lib/use-server-now';
import { ErasePanel } from './ErasePanel';
import { ExportPanel } from './ExportPanel';
import { MergePanel } from './MergePanel';
import { isErasureLate, type Player } from './player';
import { playersTexts } from './texts';
import { UndoErasurePanel } from './UndoErasurePanel';

type Action = 'merge' | 'export' | 'erase';

/** What can be done with the account of a player: merge a second number, take a copy of the data, erase it. */
export function PlayerAccount({ me, venue, player }: { me: Me; venue: Me['venues'][number]; player: Player }) {
  const [open, setOpen] = useState<Action | null>(null);
  if (player.is_erased) return <Notice title={playersTexts.erased}>{playersTexts.erasedText}</Notice>;
  if (player.erasure !== null)
    return <PendingErasure me={me} zone={venue.time_zone} player={player} erasure={player.erasure} />;
  const actions: [action: Action, label: string][] = [];
  // An account without a phone number cannot take another number.
  if (may(me, 'player.merge') && player.phone !== null) actions.push(['merge', playersTexts.merge]);
  if (may(me, 'player.export')) actions.push(['export', playersTexts.export]);
  if (may(me, 'player.erase')) actions.push(['erase', playersTexts.erase]);
  if (actions.length === 0) return null;
  // A panel may be closed late, by an answer, while another one is open.
  const shared = { player, onClose: () => setOpen((latest) => (latest === open ? null : latest)) };
  const panels: Record<Action, () => ReactNode> = {
    merge: () => <MergePanel {...shared} venue={venue} />,
    export: () => <ExportPanel {...shared} />,
    erase: () => <ErasePanel {...shared} zone={venue.time_zone} />,
  };
  return (
    <section aria-label={playersTexts.data} tabIndex={-1} className="grid gap-3 outline-none">
      <h3 className="display text-h4">{playersTexts.data}</h3>
      {open === null ? (
        <div className="flex flex-wrap gap-2.5">
          {actions.map(([action, label]) => (
            <Button key={action} variant="outline" size="sm" onClick={() => setOpen(action)}>
              {label}
            </Button>
          ))}
        </div>
      ) : (
        panels[open]()
      )}
    </section>
  );
}

/** A player who is locked until the data are erased, and a button to keep the player for those who may erase. */
function PendingErasure({
  me,
  zone,
  player,
  erasure: { erase_at, asked_at, by },
}: {
  me: Me;
  zone: string;
  player: Player;
  erasure: NonNullable<Player['erasure']>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const day = (at: string) => fullDay(dayIn(zone, new Date(at)));
  const isLate = isErasureLate(erase_at, useServerNow(clockOffset(), 60_000));
  const text = isLate ? playersTexts.lateText : playersTexts.leavingText;
  return (
    <section aria-label={playersTexts.data} tabIndex={-1} className="grid gap-3 outline-none">
      <Notice tone="warn" title={isLate ? playersTexts.late(day(erase_at)) : playersTexts.leaving(day(erase_at))}>
        {by === null ? text : `${text} ${playersTexts.leavingBy(by, day(asked_at))}`}
      </Notice>
      {may(me, 'player.erase') &&
        !isLate &&
        (isOpen ? (
          <UndoErasurePanel player={player} onClose={() => setIsOpen(false)} />
        ) : (
          <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setIsOpen(true)}>
            {playersTexts.undoErase}
          </Button>
        ))}
    </section>
  );
}
