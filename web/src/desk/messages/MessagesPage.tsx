import { useInfiniteQuery } from '@tanstack/react-query';
import { useTitle } from '@/lib/title';
import { EmptyState } from '@/ui/EmptyState';
import { clockOffset } from '@/desk/api/connection';
import { allVenuesOf, may, useMe, type Me } from '@/desk/api/me';
import { addVenueText } from '@/desk/layout/missing-venue';
import { useServerNow } from '@/desk/lib/use-server-now';
import { zoneOf } from '@/desk/api/zone-of';
import { DayGroups } from '@/desk/records/DayGroups';
import { ChoiceFilter, DaysFilter, OrderFilter, PlayerFilter, VenueFilter } from '@/desk/records/fields';
import { countFilters } from '@/desk/records/filters';
import { RecordsLayout } from '@/desk/records/RecordsLayout';
import { RecordsList } from '@/desk/records/RecordsList';
import { useRecordsAddress } from '@/desk/records/use-records-address';
import { recordsTexts } from '@/desk/records/texts';
import { MessageDetail } from './MessageDetail';
import { MessageRow } from './MessageRow';
import { messagesQuery } from './messages';
import { messagesTexts } from './texts';

/** Lists the messages to players with what became of each. */
export function MessagesPage() {
  useTitle(messagesTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  const text = may(me, 'message.read')
    ? allVenuesOf(me).length === 0
      ? addVenueText(me, recordsTexts.noVenue)
      : null
    : messagesTexts.notAllowed;
  if (text === null) return <Messages me={me} />;
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState text={text} />
    </div>
  );
}

const STATES = ['waiting', 'sent', 'dropped', 'failed'] as const;
const CHANNELS = ['text', 'mail'] as const;

function Messages({ me }: { me: Me }) {
  const { search, open, filters, clear, close } = useRecordsAddress('messages');
  const pages = useInfiniteQuery(messagesQuery(search));
  const now = useServerNow(clockOffset(), 30_000);
  const messages = pages.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <RecordsLayout
      title={messagesTexts.title}
      filtersOn={countFilters(search)}
      onClear={clear}
      choose={messagesTexts.choose}
      filters={
        <>
          <PlayerFilter {...filters} name={messages[0]?.name} />
          <VenueFilter {...filters} me={me} />
          <ChoiceFilter
            label={messagesTexts.state}
            any={messagesTexts.anyState}
            options={STATES.map((value) => ({ value, label: messagesTexts.states[value] }))}
            value={search.state}
            onValue={(state) => filters.onSearch({ state })}
          />
          <ChoiceFilter
            label={messagesTexts.channel}
            any={messagesTexts.anyChannel}
            options={CHANNELS.map((value) => ({ value, label: messagesTexts.channels[value] }))}
            value={search.channel}
            onValue={(channel) => filters.onSearch({ channel })}
          />
          <OrderFilter {...filters} />
          <DaysFilter {...filters} />
        </>
      }
      opened={open}
      detail={open === undefined ? null : <MessageDetail key={open} me={me} id={open} onClose={close} />}
    >
      <RecordsList
        pages={pages}
        isEmpty={messages.length === 0}
        empty={messagesTexts.empty}
        emptyText={messagesTexts.emptyText}
        failed={messagesTexts.failed}
      >
        <DayGroups
          items={messages}
          at={({ written_at }) => written_at}
          zone={({ venue }) => zoneOf(me, venue)}
          now={now}
        >
          {(message) => (
            <MessageRow key={message.id} message={message} zone={zoneOf(me, message.venue)} search={search} />
          )}
        </DayGroups>
      </RecordsList>
    </RecordsLayout>
  );
}
