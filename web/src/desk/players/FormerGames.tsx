import { dayIn, fullDay, dateTimeText } from '@/lib/dates';
import { call } from '@/desk/api/client';
import type { Me } from '@/desk/api/me';
import { Forgiveness } from './Forgiveness';
import { countedFormerStrikes, type Player } from './player';
import { playersTexts } from './texts';

/** The games that the number missed before its data were erased. */
export function FormerGames({ me, venue, player }: { me: Me; venue: Me['venues'][number]; player: Player }) {
  const zone = venue.time_zone;
  const games = player.former_strikes;
  if (games.length === 0) return null;
  const counting = countedFormerStrikes(player);
  const last = counting.map(({ until }) => until).reduce((one, other) => (one > other ? one : other), '');
  const params = { venue: venue.id, player: player.id };
  return (
    <section className="grid gap-3">
      <h3 className="display text-h4">{playersTexts.former}</h3>
      {counting.length > 0 && (
        <p className="figures text-small text-warn">
          {playersTexts.formerStrikes(counting.length, fullDay(dayIn(zone, new Date(last))))}
        </p>
      )}
      <ul className="grid gap-px overflow-hidden rounded-xl border border-line bg-line">
        {games.map(({ missed_at, place, forgiven }) => {
          const game = { missed_at, place };
          const when = dateTimeText(missed_at, zone);
          return (
            <li
              key={`${missed_at} ${String(place)}`}
              tabIndex={-1}
              className="grid gap-1 bg-card px-4 py-2.5 outline-none has-[form]:pb-4"
            >
              <p className="figures text-small font-semibold">{when}</p>
              <Forgiveness
                me={me}
                venue={venue.id}
                zone={zone}
                about={when}
                forgiven={forgiven}
                forgive={({ reason, approval }, key) =>
                  call('post', '/api/desk/venues/{venue}/players/{player}/forgiveness', {
                    params,
                    body: { ...game, reason, ...(approval !== undefined && { approval }) },
                    key,
                  })
                }
                countAgain={({ approval }, key) =>
                  call('post', '/api/desk/venues/{venue}/players/{player}/forgiveness/withdraw', {
                    params,
                    body: { ...game, ...(approval !== undefined && { approval }) },
                    key,
                  })
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
