import { useState, type FormEvent } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { focusOnce } from '@/desk/lib/focus-once';
import { isTooLong } from '@/desk/lib/short-text';

/** The texts of a form. */
export interface ExplanationTexts {
  name: string;
  title: string;
  field: string;
  hint: string;
  missing: string;
  tooLong: string;
  save: string;
  offline: string;
  cancel: string;
}

/** The text of a notice in the form; without a title if it is not known whether saving failed. */
interface NoticeText {
  title: string | undefined;
  text: string;
}

/** The form for an explanation, in a sheet. */
export function ExplanationForm({
  texts,
  initial = '',
  onType,
  failure,
  obstacle = null,
  isBusy,
  onSave,
  onClose,
}: {
  texts: ExplanationTexts;
  /** What was written before. */
  initial?: string;
  /** Called with each change of what is written. */
  onType?: (text: string) => void;
  /** Why saving failed; null if it did not. */
  failure: NoticeText | null;
  /** Why it cannot be saved now; null if it can. */
  obstacle?: NoticeText | null;
  isBusy: boolean;
  onSave: (text: string) => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const [text, setText] = useState(initial);
  const [wasTried, setWasTried] = useState(false);
  const typed = text.trim();
  const error = errorOf(typed, texts);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && obstacle === null && error === undefined) onSave(typed);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      noValidate
      aria-label={texts.name}
      onSubmit={submit}
      onKeyDown={closeOnEscape(onClose)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="grid min-h-0 flex-1 content-start gap-3.5 overflow-y-auto p-5">
        <h2 ref={focusOnce} tabIndex={-1} className="display text-[2rem] leading-none outline-none">
          {texts.title}
        </h2>
        <TextField
          label={texts.field}
          hint={texts.hint}
          error={wasTried ? error : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onType?.(event.target.value);
          }}
        />
      </div>
      <footer className="grid gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {[failure, obstacle].map(
          (notice) =>
            notice !== null && (
              <Notice key={notice.text} tone="warn" tight isLive title={notice.title}>
                {notice.text}
              </Notice>
            ),
        )}
        {!online && <p className="text-small font-semibold text-warn">{texts.offline}</p>}
        <Button
          type="submit"
          variant="lime"
          size="md"
          wide
          className="min-h-14"
          isBusy={isBusy}
          disabled={!online || obstacle !== null}
        >
          {texts.save}
        </Button>
        <Button variant="outline" size="sm" wide onClick={onClose}>
          {texts.cancel}
        </Button>
      </footer>
    </form>
  );
}

function errorOf(typed: string, { missing, tooLong }: ExplanationTexts): string | undefined {
  if (isTooLong(typed)) return tooLong;
  return typed === '' ? missing : undefined;
}
