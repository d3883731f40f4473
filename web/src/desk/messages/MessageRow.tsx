import { Link } from '@tanstack/react-router';
import { Mail, MessageSquareText } from 'lucide-react';
import { Pill } from '@/ui/Pill';
import { paths } from '@/desk/lib/paths';
import type { RecordsSearch } from '@/desk/lib/records-search';
import type { Message } from './messages';
import { reasonText, STATE_TONES, stateText } from './state';
import { noticeTexts } from '@/desk/lib/notice-texts';
import { messagesTexts } from './texts';

/** A message in the list. */
export function MessageRow({ message, zone, search }: { message: Message; zone: string; search: RecordsSearch }) {
  const { id, notice, channel, state, name, phone, resends } = message;
  const Icon = channel === 'text' ? MessageSquareText : Mail;
  const facts = [
    stateText(message, zone),
    reasonText(message),
    resends > 0 ? messagesTexts.sentAgain(resends) : null,
  ].filter((fact) => fact !== null);
  return (
    <li>
      <Link
        {...paths.messages({ ...search, open: id })}
        data-row={id}
        aria-current={search.open === id ? 'true' : undefined}
        className="flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-raised focus-visible:-outline-offset-2 aria-[current=true]:bg-raised"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-quiet" />
        <span className="min-w-0 flex-1">
          <span className="block leading-tight font-bold wrap-anywhere">
            {name}
            {phone !== null && <span className="figures font-medium text-quiet">{` · ${phone.slice(-4)}`}</span>}
          </span>
          <span className="block text-small">
            {noticeTexts[notice]}
            <span className="sr-only">{`, ${messagesTexts.channels[channel]}`}</span>
          </span>
          <span className="figures block text-[.8125rem] text-quiet">{facts.join(' · ')}</span>
        </span>
        <Pill tone={STATE_TONES[state]}>{messagesTexts.states[state]}</Pill>
      </Link>
    </li>
  );
}
