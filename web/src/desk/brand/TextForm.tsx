import { useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { controlClass, FieldFrame, TextField, useFieldIds } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { call, type Answer } from '@/desk/api/client';
import { DeskProblem, fieldsOf, hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { takeLostFocus } from '@/desk/lib/focus-once';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { brandMessage, textsQuery, type MessageText, type MessageTexts } from './brand';
import { fillIn, smsSize } from './sms';
import type { TextFields, TypedText } from './edits';
import { brandTexts } from './texts';

/** What the fields show of a text. */
function fieldsOfText({ text, dlt_template_id, msg91_template_id }: MessageText): TextFields {
  return { text, dlt_template_id: dlt_template_id ?? '', msg91_template_id: msg91_template_id ?? '' };
}

/** The text as it is edited first; `version` is that of the brand with which it was read. */
export function typedText(text: MessageText, version: number): TypedText {
  const fields = fieldsOfText(text);
  return { name: text.name, ...fields, seen: { ...fields, version } };
}

/** What is sent after a change: the typed text, that of the server, or no text message, because the server has no text for it. */
type SentNext = 'typed' | 'server' | 'nothing';

/** A change of a text: what the fields showed when it was sent, with the version of the brand that it changes, and what it leads to. */
interface TextChange {
  shown: TypedText;
  next: SentNext;
}

/** Whether the fields show the same. */
function isSame(one: TextFields, other: TextFields): boolean {
  const fields = ['text', 'dlt_template_id', 'msg91_template_id'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/**
 * The text of a message, which must equal the registered one, with a preview and the number of text messages it
 * takes.
 */
export function TextForm({
  text,
  version,
  typed,
  onTyped,
  onChanged,
  onProofNeeded,
}: {
  text: MessageText;
  /** The version of the brand with which `text` was read. */
  version: number;
  typed: TypedText;
  /** Called with null when it was discarded, or saved with nothing typed meanwhile. */
  onTyped: Dispatch<SetStateAction<TypedText | null>>;
  /** Called when the brand has another version. */
  onChanged: () => Promise<void>;
  onProofNeeded: () => void;
}) {
  const online = useOnline();
  const isShown = useIsShown();
  const queryClient = useQueryClient();
  const texts = brandTexts.messages;
  // An empty text is an error only after the first try to save it.
  const [wasTried, setWasTried] = useState(false);
  const write = useWrite<Answer<'put', '/api/desk/brand/texts/{name}'>, TextChange>({
    write: ({ shown, next }, key) =>
      call('put', '/api/desk/brand/texts/{name}', {
        params: { name: text.name },
        body: {
          text: next === 'typed' ? shown.text : null,
          dlt_template_id: next === 'typed' ? shown.dlt_template_id : null,
          msg91_template_id: next === 'typed' ? shown.msg91_template_id : null,
        },
        version: shown.seen.version,
        key,
      }),
    onSuccess: async (saved, { shown, next }) => {
      // The next change needs the new version.
      await queryClient.invalidateQueries({ queryKey: textsQuery.queryKey });
      const now = queryClient.getQueryData(textsQuery.queryKey);
      setWasTried(false);
      onTyped((latest) => {
        if (latest?.name !== shown.name) return latest;
        if (isSame(latest, shown)) return null;
        return now?.version === saved.version ? basedOn(now, latest) : latest;
      });
      toast.success({ typed: texts.saved, server: texts.isBack, nothing: texts.isRemoved }[next]);
      void onChanged();
    },
    onError: (cause) => {
      // Another page may be open by now.
      if (!isShown()) toastWriteFailure(cause, brandTexts.notSavedLater);
      else if (hasCode(cause, 'proof_needed')) onProofNeeded();
      if (hasCode(cause, 'changed_meanwhile')) void takeNewest();
    },
  });
  const { filled, unknown } = fillIn(typed.text, text.placeholders);
  const refused = fieldsOf(write.error);
  const named = write.error instanceof DeskProblem ? String(write.error.body.params?.['text'] ?? '') : '';
  const wrongText = refused['text'] ?? ownWrong(typed.text, unknown, wasTried);
  const size = smsSize(filled);
  const { id, aria } = useFieldIds(wrongText, texts.wordsHint(''));
  const failure = write.error === null ? null : writeFailure(write.error, brandTexts.notSaved, brandMessage);

  /** Puts what was typed on the text as it is now. */
  function basedOn(now: MessageTexts, latest: TypedText): TypedText {
    const newest = now.texts.find(({ name }) => name === latest.name);
    // After the form was closed, the text may be another person's, who has not read it.
    if (newest === undefined || !isShown()) return latest;
    return { ...latest, seen: { ...fieldsOfText(newest), version: now.version } };
  }
  /** Reads the texts again after another person changed the brand. */
  async function takeNewest() {
    void onChanged();
    const now = await queryClient.fetchQuery({ ...textsQuery, staleTime: 0 }).catch(() => null);
    if (now !== null) onTyped((latest) => (latest?.name === text.name ? basedOn(now, latest) : latest));
  }
  function edit(changes: Partial<TextFields>) {
    write.reset();
    onTyped({ ...typed, ...changes });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (ownWrong(typed.text, unknown, true) === undefined && online && !write.isPending) save('typed');
  }
  function save(next: SentNext) {
    // A save of any part of the brand raises its version. If this text is still the one on which the edit is based, the newest
    // version is sent. Otherwise it is the one that was read, and the server refuses to overwrite the other person's text.
    const isNewest = isSame(typed.seen, fieldsOfText(text));
    const shown = isNewest ? { ...typed, seen: { ...typed.seen, version } } : typed;
    // After a lost answer the text that was read may be this change: the next try sends the same version, so that it is the same request.
    onTyped(shown);
    write.mutate({ shown, next });
  }
  return (
    <form noValidate aria-label={texts.change} onSubmit={submit} className="grid gap-4">
      <FieldFrame
        id={id}
        label={texts.words}
        hint={texts.wordsHint(text.placeholders.map(({ name }) => `##${name}##`).join(', '))}
        error={
          wrongText === undefined ? undefined : messageOf(wrongText, 1000, refused['text'] ? named : (unknown ?? ''))
        }
      >
        <textarea
          {...aria}
          ref={takeLostFocus}
          id={id}
          lang="en"
          rows={4}
          spellCheck={false}
          value={typed.text}
          onChange={({ target }) => edit({ text: target.value })}
          className={`${controlClass(wrongText)} py-3`}
        />
      </FieldFrame>
      <div className="grid gap-2">
        <p className="text-small font-semibold">{texts.preview}</p>
        <p lang="en" className="rounded-lg bg-raised px-4 py-3 text-[.9375rem] wrap-anywhere whitespace-pre-line">
          {filled}
        </p>
        <p
          role="status"
          className={`text-small ${size.alphabet === 'basic' ? 'text-quiet' : 'font-semibold text-warn'}`}
        >
          {texts.size(size.places, size.messages)}
          {size.alphabet === 'unicode' && ` ${texts.unicode}`}
        </p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={texts.dltField}
          value={typed.dlt_template_id}
          autoComplete="off"
          className="figures"
          error={refused['dlt_template_id'] && messageOf(refused['dlt_template_id'], 60)}
          onChange={({ target }) => edit({ dlt_template_id: target.value })}
        />
        <TextField
          label={texts.flowField}
          value={typed.msg91_template_id}
          autoComplete="off"
          className="figures"
          error={refused['msg91_template_id'] && messageOf(refused['msg91_template_id'], 60)}
          onChange={({ target }) => edit({ msg91_template_id: target.value })}
        />
      </div>
      {failure !== null && Object.keys(refused).length === 0 && !hasCode(write.error, 'proof_needed') && (
        <Notice tone="warn" tight isLive title={failure.title}>
          {failure.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="lime" size="sm" isBusy={write.isPending} disabled={!online}>
          {brandTexts.save}
        </Button>
        <Button variant="ghost" size="sm" disabled={write.isPending} onClick={() => onTyped(null)}>
          {brandTexts.discard}
        </Button>
        {text.is_own && (
          <Button
            variant="ghost"
            size="sm"
            disabled={!online || write.isPending}
            onClick={() => save(text.server_text === null ? 'nothing' : 'server')}
          >
            {text.server_text === null ? texts.remove : texts.back}
          </Button>
        )}
      </div>
      {text.is_own && text.server_text === null && <p className="text-small text-quiet">{texts.noServerText}</p>}
      {text.server_text !== null && (
        <p className="text-small text-quiet">
          {texts.serverText} <span lang="en">{text.server_text}</span>
        </p>
      )}
    </form>
  );
}

/** The code of an error that can be found without the server; undefined if there is none. */
function ownWrong(text: string, unknown: string | null, wasTried: boolean): string | undefined {
  if (unknown !== null) return 'unknown_placeholder';
  if (/[<>]/.test(text)) return 'angle_bracket';
  if (/\S {2}/.test(text)) return 'double_space';
  return wasTried && text.trim() === '' ? 'required' : undefined;
}

/** The message of the error `code` of a field that takes `most` characters. */
function messageOf(code: string, most: number, placeholder = ''): string {
  const { wrong } = brandTexts.messages;
  if (code === 'unknown_placeholder' || code === 'missing_placeholder') return wrong[code](placeholder);
  if (code === 'angle_bracket' || code === 'double_space' || code === 'origin_line' || code === 'no_brand') {
    return wrong[code];
  }
  const { length, ...texts } = brandTexts.wrong;
  if (code === 'length') return length(most);
  return Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : texts.other;
}
