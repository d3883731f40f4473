import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { minutesIn, dateTimeText, timeText } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Pill } from '@/ui/Pill';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { call } from '@/desk/api/client';
import { may, type Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { takeLostFocus } from '@/desk/lib/focus-once';
import { paths } from '@/desk/lib/paths';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { zoneOf } from '@/desk/api/zone-of';
import { OpenedRecord, RecordFact } from '@/desk/records/OpenedRecord';
import { recordsTexts } from '@/desk/records/texts';
import { messageQuery, type OpenedMessage, type Words } from './messages';
import { reasonText, STATE_TONES, stateText } from './state';
import { noticeTexts } from '@/desk/lib/notice-texts';
import { messagesTexts } from './texts';

interface DetailProps {
  me: Me;
  id: string;
  onClose: () => void;
}

/** Shows one message: its state, its words each time that it was sent, and the button that sends it again. */
export function MessageDetail({ me, id, onClose }: DetailProps) {
  const query = useQuery(messageQuery(id));
  return (
    <OpenedRecord listTitle={messagesTexts.title} onClose={onClose}>
      {content()}
    </OpenedRecord>
  );

  function content() {
    if (query.data !== undefined) return <Content me={me} opened={query.data} />;
    if (query.error === null) {
      return (
        <Loading label={messagesTexts.opening}>
          <Skeleton className="h-60 w-full" />
        </Loading>
      );
    }
    if (hasCode(query.error, 'not_found')) {
      return <EmptyState title={messagesTexts.gone} text={messagesTexts.goneText} />;
    }
    return (
      <LoadFailure
        title={messagesTexts.openFailed}
        message={failureMessage(query.error)}
        retryLabel={recordsTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
}

function Content({ me, opened }: { me: Me; opened: OpenedMessage }) {
  const { message, copies, present, obstacle } = opened;
  const zone = zoneOf(me, message.venue);
  const { name, phone, notice, channel, state, failure, resent_at, resent_by, order, player, venue, day } = message;
  const reason = reasonText(message);
  const isWaiting = state === 'waiting';
  const last = copies[0];
  // A retired venue may have no board any more.
  const boardVenue = me.venues.find(({ id }) => id === venue);
  return (
    <>
      <header className="-mt-2">
        <Pill tone={STATE_TONES[state]}>{messagesTexts.states[state]}</Pill>
        <h2 className="display mt-2.5 text-h3 wrap-anywhere">{noticeTexts[notice]}</h2>
        <p className="mt-1 font-semibold wrap-anywhere">
          {name}
          {phone !== null && <span className="figures font-medium text-quiet">{` · ${phone}`}</span>}
        </p>
      </header>
      <dl className="grid gap-1.5 text-small">
        <RecordFact name={messagesTexts.channel}>{messagesTexts.channels[channel]}</RecordFact>
        <RecordFact name={messagesTexts.state}>{stateText(message, zone)}</RecordFact>
        <RecordFact name={messagesTexts.written}>{dateTimeText(message.written_at, zone)}</RecordFact>
        {last !== undefined && last.provider !== null && (
          <RecordFact name={messagesTexts.provider}>
            {last.provider}
            {last.provider_message !== null && <span className="text-quiet">{` · ${last.provider_message}`}</span>}
          </RecordFact>
        )}
      </dl>
      {resent_at !== null && resent_by !== null && (
        <p className="figures text-small text-quiet">
          {messagesTexts.askedBy(resent_by, dateTimeText(resent_at, zone))}
        </p>
      )}
      {reason !== null && <Notice tone="note">{reason}</Notice>}
      {failure !== null && (
        <Notice tone={isWaiting ? 'warn' : 'bad'} title={messagesTexts.providerSays}>
          <span className="wrap-anywhere" lang="en">
            {failure}
          </span>
        </Notice>
      )}
      {copies.map(({ at, words }) => (
        <MessageWords key={at} title={messagesTexts.words} note={dateTimeText(at, zone)} words={words} />
      ))}
      {state === 'sent' && copies.length === 0 && <p className="text-small text-quiet">{messagesTexts.noWords}</p>}
      <Present
        title={isWaiting ? messagesTexts.present : messagesTexts.presentAgain}
        present={present}
        obstacle={obstacle}
        last={last?.words}
      />
      {may(me, 'message.resend') && <Resend zone={zone} opened={opened} />}
      <div className="flex flex-wrap gap-x-5">
        {order !== null && boardVenue !== undefined && (
          <Link {...paths.board(boardVenue.id, { open: order, ...(day !== null && { day }) })} className={link}>
            {messagesTexts.booking}
          </Link>
        )}
        {may(me, 'player.find') && (
          <Link {...paths.players(player)} className={link}>
            {messagesTexts.player}
          </Link>
        )}
      </div>
    </>
  );
}

const link = 'flex min-h-11 items-center text-small font-bold underline underline-offset-4';

/** The words as the player reads them. */
function MessageWords({ title, note, words }: { title: string; note?: string; words: Words }) {
  return (
    <section className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-[.8125rem] font-bold text-quiet">
        {title}
        {note !== undefined && <span className="figures font-medium">{note}</span>}
      </h3>
      <div className="rounded-lg border border-line bg-card px-4 py-3.5">
        <p className="figures mb-2 text-[.8125rem] text-quiet wrap-anywhere">{`${messagesTexts.to} ${words.to}`}</p>
        {words.subject !== null && (
          <p lang="en" className="mb-2 font-bold wrap-anywhere">
            {words.subject}
          </p>
        )}
        <p lang="en" className="figures text-small leading-relaxed whitespace-pre-line wrap-anywhere">
          {words.body.trim()}
        </p>
      </div>
    </section>
  );
}

function Present({
  title,
  present,
  obstacle,
  last,
}: Pick<OpenedMessage, 'present' | 'obstacle'> & { title: string; last: Words | undefined }) {
  if (obstacle !== null) {
    return (
      <Notice tone="note" title={messagesTexts.notSent}>
        {messagesTexts.reasons[obstacle]}
      </Notice>
    );
  }
  if (present === null) return null;
  const isSame =
    last !== undefined && last.subject === present.subject && last.body === present.body && last.to === present.to;
  if (!isSame) return <MessageWords title={title} words={present} />;
  return <p className="text-small text-quiet">{messagesTexts.sameWords}</p>;
}

function Resend({ zone, opened: { message, can_resend, resend_from } }: { zone: string; opened: OpenedMessage }) {
  const queryClient = useQueryClient();
  // The write gets how often it was sent again: after a lost answer, sending it once more later is another action.
  const resend = useWrite<undefined, number>({
    write: (_, key) => call('post', '/api/desk/messages/{message}/resend', { params: { message: message.id }, key }),
    onSuccess: () => toast.success(messagesTexts.resending),
    onError: (cause) => toastWriteFailure(cause, messagesTexts.notResent, refusalText),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: messageQuery(message.id).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['messages'] }),
      ]),
  });
  if (resend_from !== null) {
    const until = new Date(resend_from);
    // Rounded up to a whole minute, so that the server refuses no more once the shown minute has begun.
    const minute = minutesIn(zone, until) + (until.getTime() % 60_000 > 0 ? 1 : 0);
    return (
      <p ref={takeLostFocus} tabIndex={-1} className="figures text-small text-quiet outline-none">
        {messagesTexts.rests(timeText(minute))}
      </p>
    );
  }
  if (!can_resend) return null;
  return (
    <Button
      size="md"
      wide
      isBusy={resend.isPending}
      icon={<Send aria-hidden="true" className="size-5" />}
      onClick={() => resend.mutate(message.resends)}
    >
      {messagesTexts.resend}
    </Button>
  );
}

/** Says why a message was not sent again. */
function refusalText(cause: Error): string {
  const code = cause instanceof ApiFailure ? cause.code : '';
  return Object.hasOwn(messagesTexts.refusals, code)
    ? messagesTexts.refusals[code as keyof typeof messagesTexts.refusals]
    : failureMessage(cause);
}
