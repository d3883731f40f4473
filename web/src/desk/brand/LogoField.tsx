import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { FieldNotes } from '@/ui/Field';
import { call, type Answer } from '@/desk/api/client';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { useIsShown } from '@/desk/lib/use-is-shown';
import type { BrandSettings } from './brand';
import { brandTexts } from './texts';

/** The most bytes of a picture that the server takes. */
const MOST_BYTES = 1_500_000;
/** The types of pictures that the server takes. */
const KINDS = ['image/png', 'image/jpeg', 'image/webp'];

/** The logo. It is saved at once, separately from the fields. */
export function LogoField({
  settings,
  mayEdit,
  onChanged,
  onProofNeeded,
}: {
  settings: BrandSettings;
  mayEdit: boolean;
  /** Called when the brand has another version. */
  onChanged: () => Promise<void>;
  onProofNeeded: () => void;
}) {
  const id = useId();
  const online = useOnline();
  const isShown = useIsShown();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [wrong, setWrong] = useState<string>();
  // The write gets the version that it changes: after a lost answer, the same logo for a later one is another action.
  const write = useWrite<Answer<'put', '/api/desk/brand/logo'>, { picture: string | null; of: number }>({
    write: ({ picture, of }, key) => call('put', '/api/desk/brand/logo', { body: { picture }, version: of, key }),
    onSuccess: async (_, { picture }) => {
      toast.success(picture === null ? brandTexts.logo.removed : brandTexts.logo.saved);
      await onChanged();
    },
    onError: (cause) => {
      const { picture } = fieldsOf(cause);
      // Another page may be open by now.
      if (!isShown()) toastWriteFailure(cause, brandTexts.notSavedLater);
      else if (hasCode(cause, 'proof_needed')) onProofNeeded();
      else if (picture !== undefined) setWrong(messageOf(picture));
      else setWrong(hasCode(cause, 'changed_meanwhile') ? brandTexts.logo.changedMeanwhile : writeMessage(cause));
      if (hasCode(cause, 'changed_meanwhile')) void onChanged();
    },
  });

  async function take(file: File | undefined) {
    if (file === undefined) return;
    setWrong(undefined);
    if (!KINDS.includes(file.type)) {
      setWrong(brandTexts.logo.wrong.kind);
      return;
    }
    if (file.size > MOST_BYTES) {
      setWrong(brandTexts.logo.wrong.heavy);
      return;
    }
    const picture = await dataUrl(file);
    if (picture === null) setWrong(brandTexts.logo.wrong.damaged);
    else write.mutate({ picture, of: settings.version });
  }
  const isOff = !online || settings.version === 0;
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-2.5">
      <p id={`${id}-label`} className="text-small font-semibold">
        {brandTexts.logo.title}
      </p>
      {settings.logo !== null && (
        <img
          src={settings.logo}
          alt={brandTexts.logo.title}
          className="h-20 w-fit max-w-full rounded-md border border-line object-contain"
        />
      )}
      {mayEdit && (
        <div className="flex flex-wrap gap-2.5">
          <input
            ref={input}
            type="file"
            accept={KINDS.join(',')}
            aria-label={brandTexts.logo.title}
            hidden
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button
            ref={chooser}
            variant="outline"
            size="sm"
            isBusy={write.isPending}
            disabled={isOff}
            icon={<FileUp aria-hidden="true" className="size-4.5" />}
            onClick={() => input.current?.click()}
          >
            {settings.logo === null ? brandTexts.logo.add : brandTexts.logo.change}
          </Button>
          {settings.logo !== null && (
            <Button
              variant="ghost"
              size="sm"
              disabled={isOff || write.isPending}
              onClick={() => {
                // The pressed button is removed with the logo.
                chooser.current?.focus();
                setWrong(undefined);
                write.mutate({ picture: null, of: settings.version });
              }}
            >
              {brandTexts.logo.remove}
            </Button>
          )}
        </div>
      )}
      <FieldNotes
        id={id}
        error={wrong}
        hint={settings.version === 0 ? brandTexts.logo.wrong.no_brand : brandTexts.logo.hint}
      />
    </div>
  );
}

function messageOf(code: string): string {
  const texts = brandTexts.logo.wrong;
  return Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : brandTexts.wrong.other;
}

/** The file as a `data:` URL; null if it cannot be read, such as one that was deleted meanwhile. */
function dataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}
