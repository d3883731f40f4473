import { useState } from 'react';
import { dayIn, fullDay } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { call } from '@/desk/api/client';
import { clockOffset } from '@/desk/api/connection';
import { mayWithApproval, useIsSamePerson, type Me } from '@/desk/api/me';
import { TrustLine } from '@/desk/standing/TrustLine';
import { DecisionForm, lastDayOf } from './DecisionForm';
import type { Player } from './player';
import { playersTexts } from './texts';
import { useRereadPlayer } from './use-reread-player';

/** How many days a block is proposed for, today included. */
const PROPOSED_DAYS = 30;

/** How well the venue knows a player, who blocked them and until when, and the forms that block a player and end the block. */
export function PlayerStanding({ me, venue, player }: { me: Me; venue: Me['venues'][number]; player: Player }) {
  const [open, setOpen] = useState<'block' | 'unblock' | null>(null);
  const [today, setToday] = useState('');
  const reread = useRereadPlayer();
  const isSamePerson = useIsSamePerson();
  const { block, name } = player;
  const mayBlock = mayWithApproval(me, 'player.block') && player.phone !== null;
  const params = { venue: venue.id, player: player.id };
  // A form may be closed late, by an answer, while the other one is open.
  const close = () => setOpen((latest) => (latest === open ? null : latest));
  function openBlock() {
    // The page may be open since yesterday.
    setToday(dayIn(venue.time_zone, new Date(Date.now() + clockOffset())));
    setOpen('block');
  }
  return (
    <section aria-label={playersTexts.standing} tabIndex={-1} className="grid gap-3 outline-none">
      <TrustLine player={player} />
      {block !== null && (
        <p className="figures text-small text-quiet">
          {block.by === null
            ? fullDay(dayIn(venue.time_zone, new Date(block.at)))
            : playersTexts.decidedBy(block.by, fullDay(dayIn(venue.time_zone, new Date(block.at))))}
        </p>
      )}
      {mayBlock && open === null && (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="outline" size="sm" onClick={openBlock}>
            {block === null ? playersTexts.block : playersTexts.changeBlock}
          </Button>
          {block !== null && (
            <Button variant="outline" size="sm" onClick={() => setOpen('unblock')}>
              {playersTexts.unblock}
            </Button>
          )}
        </div>
      )}
      {open === 'block' && (
        <DecisionForm
          title={playersTexts.blockTitle(name)}
          hint={playersTexts.blockHint}
          submit={block === null ? playersTexts.block : playersTexts.changeBlock}
          what={playersTexts.approveBlock(name)}
          permission="player.block"
          venue={venue.id}
          given={block?.reason ?? ''}
          days={{ today, last: block?.last_day ?? lastDayOf(today, PROPOSED_DAYS) }}
          write={(body, key) => call('put', '/api/desk/venues/{venue}/players/{player}/block', { params, body, key })}
          onDone={({ games_ahead }, { last_day }) => {
            const done = playersTexts.blockDone(name, fullDay(last_day));
            if (isSamePerson())
              toast.success(games_ahead > 0 ? `${done} ${playersTexts.gamesAhead(games_ahead)}` : done);
            close();
            void reread();
          }}
          onClose={close}
        />
      )}
      {open === 'unblock' && (
        <DecisionForm
          title={playersTexts.unblockTitle(name)}
          hint={playersTexts.unblockHint}
          submit={playersTexts.unblock}
          what={playersTexts.approveUnblock(name)}
          permission="player.block"
          venue={venue.id}
          hasReason={false}
          write={({ approval }, key) =>
            call('post', '/api/desk/venues/{venue}/players/{player}/unblock', {
              params,
              body: { ...(approval !== undefined && { approval }) },
              key,
            })
          }
          onDone={() => {
            if (isSamePerson()) toast.success(playersTexts.unblockDone(name));
            close();
            void reread();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
