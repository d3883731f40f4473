import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquareText } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { messagesTexts } from '@/desk/messages/texts';
import { textsQuery, type MessageText, type MessageTexts as Texts } from './brand';
import { brandTexts } from './texts';

/** What players are told by text message, and what is missing for each. It is set on the server. */
export function MessageTexts() {
  const query = useQuery(textsQuery);
  if (query.data === undefined) {
    return query.error === null ? (
      <Loading label={brandTexts.messages.loading}>
        <Skeleton className="h-64 w-full" />
      </Loading>
    ) : (
      <LoadFailure
        title={brandTexts.messages.failed}
        message={failureMessage(query.error)}
        retryLabel={brandTexts.retry}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
        strip
      />
    );
  }
  const { texts, ...sender } = query.data;
  const providers = [sender.provider, sender.second_provider].filter((one) => one !== null);
  return (
    <div className="grid gap-5">
      <section className="rounded-xl border border-line bg-card p-5 md:p-6">
        <p className="text-small text-quiet">{brandTexts.messages.text}</p>
        <dl className="rows mt-3">
          <Fact name={brandTexts.messages.provider} value={providers.join(', ')} />
          <Fact name={brandTexts.messages.entity} value={sender.entity_id} />
          <Fact name={brandTexts.messages.header} value={sender.header} />
        </dl>
      </section>
      <ul className="grid gap-4">
        {texts.map((text) => (
          <li key={text.name} className="grid gap-3 rounded-xl border border-line bg-card p-5 md:p-6">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h2 className="text-lead font-bold">{nameOf(text.name)}</h2>
              <p className="flex items-center gap-3 text-small font-semibold text-quiet">
                {text.by_text && (
                  <span className="flex items-center gap-1.5">
                    <MessageSquareText aria-hidden="true" className="size-4" />
                    {messagesTexts.channels.text}
                  </span>
                )}
                {text.by_mail && (
                  <span className="flex items-center gap-1.5">
                    <Mail aria-hidden="true" className="size-4" />
                    {messagesTexts.channels.mail}
                  </span>
                )}
              </p>
            </div>
            <p lang="en" className="rounded-lg bg-raised px-4 py-3 text-[.9375rem] wrap-anywhere whitespace-pre-line">
              {text.words}
            </p>
            {text.by_text && (
              <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
                <Number name={brandTexts.messages.dlt} value={text.dlt_template_id} />
                <Number name={brandTexts.messages.flow} value={text.msg91_template_id} />
              </dl>
            )}
            {missingOf(text, query.data).map((sentence) => (
              <p key={sentence} className="text-small font-semibold text-warn">
                {sentence}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="figures font-bold wrap-anywhere">{value ?? brandTexts.messages.notNoted}</dd>
    </div>
  );
}

function Number({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="figures font-semibold wrap-anywhere">{value ?? brandTexts.messages.notNoted}</dd>
    </div>
  );
}

function nameOf(name: string): string {
  const names = messagesTexts.notices;
  return Object.hasOwn(names, name) ? names[name as keyof typeof names] : brandTexts.messages.code;
}

/** What keeps a message from being sent or compared, each in a sentence. */
function missingOf(text: MessageText, { provider, second_provider }: Texts): string[] {
  const missing = brandTexts.messages.missing;
  if (!text.by_text) return [text.by_mail ? missing.byMailAlone(text.name) : missing.neither(text.name)];
  const isByMsg91 = [provider, second_provider].includes('MSG91');
  return [
    ...(isByMsg91 && text.msg91_template_id === null ? [missing.flow(text.name)] : []),
    ...(text.dlt_template_id === null ? [missing.dlt(text.name)] : []),
  ];
}
