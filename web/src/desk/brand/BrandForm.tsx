import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { focusFirstWrong } from '@/desk/forms/focus-first-wrong';
import { call, type Answer } from '@/desk/api/client';
import { meQuery } from '@/desk/api/me';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { brandMessage, brandQuery, textsQuery, type BrandSettings } from './brand';
import { BrandField } from './BrandField';
import {
  brandOf,
  changedFields,
  FIELDS,
  findErrors,
  partOfField,
  type Field,
  type FieldErrors,
  type FormPart,
  type TypedFields,
} from './draft';
import { LogoField } from './LogoField';
import { ReceiptRules } from './ReceiptRules';
import { brandTexts } from './texts';

/** The fields of one part, and the bar by which everything that was typed in any part is saved. */
export function BrandForm({
  settings,
  part,
  mayEdit,
  typed,
  before,
  onEdit,
  onSaved,
  onDiscarded,
  onChangedMeanwhile,
  onPart,
  onProofNeeded,
  children,
}: {
  settings: BrandSettings;
  /** Undefined if no part with fields is shown. */
  part: FormPart | undefined;
  mayEdit: boolean;
  typed: TypedFields;
  before: TypedFields;
  onEdit: (changes: Partial<TypedFields>) => void;
  /** Called with the brand as it was saved, and with what the fields showed when it was sent. */
  onSaved: (saved: BrandSettings, sent: TypedFields) => void;
  onDiscarded: () => void;
  onChangedMeanwhile: () => Promise<void>;
  onPart: (part: FormPart) => void;
  onProofNeeded: () => void;
  children?: ReactNode;
}) {
  const online = useOnline();
  const isShown = useIsShown();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setWasTried] = useState(false);
  // Counts the tries, so that each one moves the focus to the first field with an error.
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) focusFirstWrong(form.current);
  }, [tries, part]);
  // The write gets the version that it changes: after a lost answer, the same change of a later one is another action.
  const write = useWrite<Answer<'put', '/api/desk/brand'>, { sent: TypedFields; of: number }>({
    write: ({ sent, of }, key) => call('put', '/api/desk/brand', { body: brandOf(sent), version: of, key }),
    onSuccess: ({ version }, { sent }) => {
      // What was saved is shown until it is read again.
      const saved = { ...settings, version, is_managed_here: true, brand: brandOf(sent) };
      queryClient.setQueryData(brandQuery.queryKey, saved);
      setWasTried(false);
      setTries(0);
      onSaved(saved, sent);
      toast.success(brandTexts.saved);
      void queryClient.invalidateQueries({ queryKey: brandQuery.queryKey });
      // The texts of the messages name the business, and a change of a text names the version of the brand.
      void queryClient.invalidateQueries({ queryKey: textsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (cause) => {
      // Another page may be open by now.
      if (!isShown()) toastWriteFailure(cause, brandTexts.notSavedLater);
      else if (hasCode(cause, 'proof_needed')) onProofNeeded();
      else if (hasCode(cause, 'changed_meanwhile')) void onChangedMeanwhile();
      else focusFirst(fieldsOf(cause));
    },
  });
  const own = findErrors(typed);
  const refused: FieldErrors = fieldsOf(write.error);
  const failure = write.error === null ? null : writeFailure(write.error, brandTexts.notSaved, brandMessage);
  const wrong: FieldErrors = { ...refused, ...(wasTried && own) };
  const changed = changedFields(typed, before);

  /** Opens the part with the first field that has an error, unless the shown part has one, and moves the focus there. */
  function focusFirst(fields: FieldErrors) {
    const [first] = Object.keys(fields) as Field[];
    if (first === undefined) return;
    if (part === undefined || FIELDS[part].every((field) => fields[field] === undefined)) onPart(partOfField(first));
    setTries(tries + 1);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (Object.keys(own).length > 0) {
      focusFirst(own);
      return;
    }
    if (online && mayEdit && changed.length > 0 && !write.isPending) {
      write.mutate({ sent: typed, of: settings.version });
    }
  }
  function edit(changes: Partial<TypedFields>) {
    write.reset();
    onEdit(changes);
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label={brandTexts.title}
      onSubmit={submit}
      className="grid gap-5 outline-none"
    >
      {children}
      {part === 'policies' && <p className="text-small text-quiet">{brandTexts.policiesText}</p>}
      {part !== undefined && (
        <div className="grid gap-5 rounded-xl border border-line bg-card p-5 md:p-6">
          {part === 'look' && (
            <LogoField
              settings={settings}
              mayEdit={mayEdit}
              onChanged={onChangedMeanwhile}
              onProofNeeded={onProofNeeded}
            />
          )}
          {FIELDS[part].map((field) => (
            <BrandField
              key={field}
              field={field}
              typed={typed}
              wrong={wrong[field]}
              settings={settings}
              readOnly={!mayEdit}
              onEdit={edit}
            />
          ))}
        </div>
      )}
      {part === 'tax' && <ReceiptRules settings={settings} />}
      {mayEdit && changed.length > 0 && (
        <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 rounded-xl border border-line bg-raised p-4 shadow-pass">
          {failure !== null && Object.keys(refused).length === 0 && !hasCode(write.error, 'proof_needed') && (
            <Notice tone="warn" tight isLive title={failure.title}>
              {failure.message}
            </Notice>
          )}
          {Object.keys(wrong).length > 0 && (
            <p role="alert" className="text-small font-semibold text-bad">
              {brandTexts.wrongIn(namesOf(Object.keys(wrong) as Field[]))}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p className="min-w-0 flex-1 basis-48 text-small">{brandTexts.unsaved(namesOf(changed))}</p>
            <div className="flex gap-2.5 max-sm:w-full">
              <Button
                variant="ghost"
                size="sm"
                disabled={write.isPending}
                onClick={() => {
                  write.reset();
                  setWasTried(false);
                  setTries(0);
                  onDiscarded();
                }}
              >
                {brandTexts.discard}
              </Button>
              <Button
                type="submit"
                variant="lime"
                size="sm"
                className="max-sm:flex-1"
                isBusy={write.isPending}
                disabled={!online}
              >
                {brandTexts.save}
              </Button>
            </div>
          </div>
        </div>
      )}
    </form>
  );
}

/** The names of the parts with these fields, each once. */
function namesOf(fields: readonly Field[]): string {
  return [...new Set(fields.map(partOfField))].map((part) => brandTexts.parts[part]).join(', ');
}
