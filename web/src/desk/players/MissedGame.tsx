import { courtName } from '@/lib/court-name';
import { chipDay, timeText } from '@/lib/dates';
import { call } from '@/desk/api/client';
import type { Me } from '@/desk/api/me';
import { Forgiveness } from './Forgiveness';
import type { Player } from './player';
import { playersTexts } from './texts';

/** Whether a missed game was forgiven and why, and a form to forgive it or to let it count again. */
export function MissedGame({
  me,
  zone,
  game,
  forgiven,
}: {
  me: Me;
  zone: string;
  game: Player['past'][number];
  /** Why, when and by whom it was forgiven; undefined if it was not. */
  forgiven: Player['forgiven'][number] | undefined;
}) {
  const params = { order: game.order };
  return (
    <div tabIndex={-1} className="grid gap-2 px-4 pb-1.5 outline-none has-[form]:pb-4">
      <Forgiveness
        me={me}
        venue={game.venue}
        zone={zone}
        about={`${chipDay(game.day)}, ${playersTexts.place(timeText(game.minute), courtName(game.court_name))}`}
        forgiven={forgiven ?? null}
        forgive={({ reason, approval }, key) =>
          call('post', '/api/desk/bookings/{order}/forgiveness', {
            params,
            body: { reason, ...(approval !== undefined && { approval }) },
            key,
          })
        }
        countAgain={({ approval }, key) =>
          call('post', '/api/desk/bookings/{order}/forgiveness/withdraw', {
            params,
            body: { ...(approval !== undefined && { approval }) },
            key,
          })
        }
      />
    </div>
  );
}
