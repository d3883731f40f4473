import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquareText, type LucideIcon } from 'lucide-react';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { Button } from '@/ui/Button';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { PartStatus } from '@/desk/layout/PartStatus';
import { noticeTexts } from '@/desk/lib/notice-texts';
import { textsQuery, type MailText, type MessageText, type MessageTexts as Texts } from './brand';
import type { TypedText } from './edits';
import { TextForm, typedText } from './TextForm';
import { brandTexts } from './texts';

/** The messages to players as text messages and as mails, and what is missing for each. */
export function MessageTexts({
  name,
  mayEdit,
  typed,
  onTyped,
  onChanged,
  onProofNeeded,
}: {
  /** The name of the business, which the registry asks for in each text. */
  name: string;
  mayEdit: boolean;
  /** The text that is being edited; null if none is. */
  typed: TypedText | null;
  onTyped: Dispatch<SetStateAction<TypedText | null>>;
  onChanged: () => Promise<void>;
  onProofNeeded: () => void;
}) {
  const query = useQuery(textsQuery);
  const isProofOver = useExpiredProof(query.error, textsQuery.queryKey, onProofNeeded);
  if (query.data === undefined) {
    // The texts are read again after a new proof.
    if (isProofOver) return null;
    return (
      <PartStatus
        query={query}
        loading={brandTexts.messages.loading}
        failed={brandTexts.messages.failed}
        retry={brandTexts.retry}
        height="h-64"
      />
    );
  }
  const messages = query.data;
  const providers = [messages.provider, messages.second_provider].filter((one) => one !== null);
  return (
    <div className="grid gap-5">
      <section className="rounded-xl border border-line bg-card p-5 md:p-6">
        <p className="text-small text-quiet">{brandTexts.messages.text}</p>
        <dl className="rows mt-3">
          <Fact name={brandTexts.messages.provider} value={providers.join(', ')} />
          <Fact name={brandTexts.messages.entity} value={messages.entity_id} />
          <Fact name={brandTexts.messages.header} value={messages.header} />
        </dl>
      </section>
      <ul className="grid gap-4">
        {messagesOf(messages).map(({ name: message, text, mail }) => (
          <li
            key={message}
            tabIndex={-1}
            className="grid gap-4 rounded-xl border border-line bg-card p-5 outline-none md:p-6"
          >
            <h2 className="text-lead font-bold">{nameOf(message)}</h2>
            {text !== undefined && (
              <TextMessagePart text={text} messages={messages} business={name}>
                {typed?.name === text.name ? (
                  <TextForm
                    text={text}
                    version={messages.version}
                    typed={typed}
                    onTyped={onTyped}
                    onChanged={onChanged}
                    onProofNeeded={onProofNeeded}
                  />
                ) : (
                  // Only one is open at a time, so that opening another one loses no typed text.
                  mayEdit &&
                  typed === null && (
                    <Button
                      variant="ghost"
                      size="sm"
                      className="w-fit"
                      aria-label={brandTexts.messages.changeOf(nameOf(message))}
                      disabled={messages.version === 0}
                      onClick={() => onTyped(typedText(text, messages.version))}
                    >
                      {brandTexts.messages.change}
                    </Button>
                  )
                )}
              </TextMessagePart>
            )}
            {mail !== undefined && <MailPart mail={mail} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The words of a text message, and its numbers in the registries. */
function TextMessagePart({
  text,
  messages,
  business,
  children,
}: {
  text: MessageText;
  messages: Texts;
  business: string;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-2">
      <ChannelHeading icon={MessageSquareText}>
        {text.is_own ? brandTexts.messages.ownText : brandTexts.messages.textMessage}
      </ChannelHeading>
      <p lang="en" className={wordsClass}>
        {text.words}
      </p>
      {text.by_text && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
          <RegistryNumber name={brandTexts.messages.dlt} value={text.dlt_template_id} />
          <RegistryNumber name={brandTexts.messages.flow} value={text.msg91_template_id} />
        </dl>
      )}
      {missingOf(text, messages, business).map((sentence) => (
        <Missing key={sentence}>{sentence}</Missing>
      ))}
      {children}
    </section>
  );
}

/** The subject and the plain text of a mail, with sample values. */
function MailPart({ mail }: { mail: MailText }) {
  return (
    <section className="grid gap-2">
      <ChannelHeading icon={Mail}>{brandTexts.messages.mail}</ChannelHeading>
      <div lang="en" className={wordsClass}>
        <p className="font-bold">
          <span className="sr-only">{brandTexts.messages.subject}: </span>
          {mail.subject}
        </p>
        <p className="mt-2">{mail.body.trim()}</p>
      </div>
      {!mail.is_sent && <Missing>{brandTexts.messages.notMailed}</Missing>}
    </section>
  );
}

const wordsClass = 'rounded-lg bg-raised px-4 py-3 text-[.9375rem] wrap-anywhere whitespace-pre-line';

function ChannelHeading({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <h3 className="flex items-center gap-1.5 text-small font-semibold text-quiet">
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </h3>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return <p className="text-small font-semibold text-warn">{children}</p>;
}

/** Each message once, in the order of the server: as a text message, as a mail, or both. */
function messagesOf({ texts, mails }: Texts) {
  const names = [...new Set([...texts, ...mails].map(({ name }) => name))];
  return names.map((name) => ({
    name,
    text: texts.find((text) => text.name === name),
    mail: mails.find((mail) => mail.name === name),
  }));
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="figures font-bold wrap-anywhere">{value ?? brandTexts.messages.notNoted}</dd>
    </div>
  );
}

function RegistryNumber({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="figures font-semibold wrap-anywhere">{value ?? brandTexts.messages.notNoted}</dd>
    </div>
  );
}

function nameOf(name: string): string {
  const names = noticeTexts;
  return Object.hasOwn(names, name) ? names[name as keyof typeof names] : brandTexts.messages.code;
}

/** What is missing for a text message, each a sentence. */
function missingOf(text: MessageText, { provider, second_provider, version }: Texts, business: string): string[] {
  const missing = brandTexts.messages.missing;
  if (version === 0) return [brandTexts.messages.wrong.no_brand];
  if (!text.by_text) return [missing.notTexted];
  const isByMsg91 = [provider, second_provider].includes('MSG91');
  return [
    ...(isByMsg91 && text.msg91_template_id === null ? [missing.flow] : []),
    ...(text.dlt_template_id === null ? [missing.dlt] : []),
    ...(text.text.includes(business) ? [] : [missing.name(business)]),
  ];
}
