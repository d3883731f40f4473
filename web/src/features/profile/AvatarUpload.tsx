import { Camera } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { succeeded } from '@/api/client';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { toast } from '@/lib/toast';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { uploadAvatar } from './api/upload-avatar';
import { avatarImage, AvatarError } from './avatar-image';
import { avatarTexts } from './texts';

/** The player's picture with its upload: pick, preview, save. */
export function AvatarUpload({ name, image }: { name: string; image: string | null | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [preview, setPreview] = useState<string | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  // A photo that was picked is being opened: the one in the preview must not be saved in its place.
  const [isOpening, setIsOpening] = useState(false);

  function pick() {
    input.current?.click();
  }

  // A large photo takes seconds to open on a slow phone: the one that was picked last counts.
  const latest = useRef<File | null>(null);
  async function open(file: File) {
    latest.current = file;
    setIsOpening(true);
    try {
      const image = await avatarImage(file);
      if (latest.current !== file) return;
      setPreview(image);
      setErrorMessage(null);
    } catch (cause) {
      if (latest.current !== file) return;
      setErrorMessage(cause instanceof AvatarError ? cause.message : avatarTexts.unreadable);
    }
    setIsOpening(false);
  }

  /** Closes the preview with its message; a photo that is still being opened does not show it again. */
  function close() {
    latest.current = null;
    setIsOpening(false);
    setPreview(null);
    setErrorMessage(null);
  }

  const upload = useSingleMutation({
    mutationFn: uploadAvatar,
    onMutate: () => setErrorMessage(null),
    onSuccess: (reply) => {
      if (succeeded(reply)) {
        setPreview(null);
        toast.success(avatarTexts.saved);
      } else {
        setErrorMessage(reply.message || avatarTexts.failed);
      }
    },
    onError: (cause) => setErrorMessage(failureMessage(cause)),
  });

  const errorNotice = errorMessage !== null && (
    <Notice tone="bad" isLive>
      {errorMessage}
    </Notice>
  );
  return (
    <div className="grid gap-3">
      <button
        type="button"
        onClick={pick}
        aria-describedby={`${id}-hint`}
        className="group relative w-fit rounded-full"
      >
        <Avatar size="lg" name={name} src={image} />
        <span className="absolute -right-1 -bottom-1 grid size-11 place-items-center rounded-full border-[3px] border-deep bg-ball text-ball-ink transition-transform duration-150 group-hover:scale-[1.05]">
          <Camera aria-hidden="true" className="size-5" />
        </span>
        <span className="sr-only">{image ? avatarTexts.change : avatarTexts.add}</span>
      </button>
      <p id={`${id}-hint`} className="sr-only">
        {avatarTexts.hint}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={avatarTexts.change}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Otherwise the same file picked again would not fire a change event.
          event.target.value = '';
          if (file) void open(file);
        }}
      />
      {preview === null && errorNotice}
      {/* Outside of the dark card, so that the dialog inherits the colours of the page. */}
      {createPortal(
        <Dialog
          open={preview !== null}
          onClose={close}
          title={avatarTexts.previewTitle}
          size="sm"
          dismissable={!upload.isPending}
          footer={
            <div className="grid gap-2.5">
              <Button
                variant="lime"
                wide
                isBusy={upload.isPending || isOpening}
                onClick={() => preview !== null && upload.mutate(preview)}
              >
                {avatarTexts.save}
              </Button>
              <Button variant="outline" size="md" wide disabled={upload.isPending} onClick={pick}>
                {avatarTexts.another}
              </Button>
            </div>
          }
        >
          <div className="grid justify-items-center gap-4 py-2">
            {preview !== null && (
              <img src={preview} alt={avatarTexts.previewAlt} className="size-52 rounded-full object-cover" />
            )}
            {errorNotice}
          </div>
        </Dialog>,
        document.body,
      )}
    </div>
  );
}
