import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayIn, fullDay } from '@/lib/dates';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { clockOffset } from '@/desk/api/connection';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { PartStatus } from '@/desk/layout/PartStatus';
import { paths } from '@/desk/lib/paths';
import { useServerNow } from '@/desk/lib/use-server-now';
import { Proven } from '@/desk/passkeys/Proven';
import { erasuresQuery, isErasureLate } from './player';
import { playersTexts } from './texts';

/** A button that opens the list of players who are locked until their data are erased. */
export function WaitingErasures({ zone }: { zone: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {playersTexts.waiting}
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setIsOpen(false)} size="sm" title={playersTexts.waitingOpen}>
          <div className="grid gap-4">
            <p className="text-small text-quiet">{playersTexts.waitingHint}</p>
            <Proven>
              {(onProofNeeded) => <List zone={zone} onProofNeeded={onProofNeeded} onOpen={() => setIsOpen(false)} />}
            </Proven>
          </div>
        </Dialog>
      )}
    </>
  );
}

function List({
  zone,
  onProofNeeded,
  onOpen,
}: {
  zone: string;
  onProofNeeded: () => void;
  /** Called when a player is opened, also the one whose page is shown already. */
  onOpen: () => void;
}) {
  const query = useQuery(erasuresQuery);
  const isOver = useExpiredProof(query.error, erasuresQuery.queryKey, onProofNeeded);
  const now = useServerNow(clockOffset(), 60_000);
  const players = query.data?.players;
  if (players === undefined) {
    // The list is read again after a new proof.
    if (isOver) return null;
    return (
      <PartStatus
        query={query}
        loading={playersTexts.looking}
        failed={playersTexts.waitingFailed}
        retry={playersTexts.retry}
        height="h-24"
      />
    );
  }
  if (players.length === 0) return <p role="status">{playersTexts.waitingNone}</p>;
  return (
    <ul aria-label={playersTexts.waitingOpen} className="rows rounded-xl border border-line">
      {players.map(({ id, name, phone_tail, erase_at }) => (
        <li key={id}>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link, which Enter presses too */}
          <Link
            {...paths.players(id)}
            onClick={onOpen}
            className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-raised"
          >
            <Avatar name={name} size="sm" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-bold">{name}</span>
              <span className="figures block text-small text-quiet">
                {phone_tail === null ? playersTexts.noNumber : `•••• ${phone_tail}`}
              </span>
              <span className="figures block text-small text-quiet">
                {(isErasureLate(erase_at, now) ? playersTexts.late : playersTexts.leaving)(
                  fullDay(dayIn(zone, new Date(erase_at))),
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
