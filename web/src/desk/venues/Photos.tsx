import { ChevronLeft, ChevronRight, ImagePlus, Trash2 } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Notice } from '@/ui/Notice';
import { Picture } from '@/ui/Picture';
import { VenueArt } from '@/ui/art/VenueArt';
import { isPressedAgain } from '@/lib/pressed-again';
import type { Draft, FieldErrors } from './draft';
import { errorText } from './messages';
import { Section } from './Section';
import { venuesTexts } from './texts';
import { photoMessage, usePhoto } from './use-venue-writes';
import { WrongPart } from './WrongPart';

/** The most pictures of the gallery, as on the server. */
const MOST_PICTURES = 12;

/** The picture on the card and the gallery. A chosen file is uploaded at once, before the form is saved. */
export function Photos({
  draft,
  wrong,
  isOff,
  onEdit,
  onProofNeeded,
}: {
  draft: Draft;
  wrong: FieldErrors;
  /** Whether no picture can be chosen now. */
  isOff: boolean;
  onEdit: (edit: (draft: Draft) => Partial<Draft>) => void;
  onProofNeeded: () => void;
}) {
  const problem = errorText('image', wrong['image']) ?? errorText('gallery', wrong['gallery']);
  /** At an end its button is not `disabled`, because that would take the focus away from it. */
  function move(from: number, by: 1 | -1) {
    if (from + by < 0 || from + by >= draft.gallery.length) return;
    onEdit(({ gallery }) => {
      const next = [...gallery];
      const [picture] = next.splice(from, 1);
      if (picture !== undefined) next.splice(from + by, 0, picture);
      return { gallery: next };
    });
  }
  return (
    <Section title={venuesTexts.photos}>
      <div className="grid gap-3 min-[30rem]:grid-cols-[12rem_1fr] min-[30rem]:items-center">
        <Picture
          src={draft.image}
          alt={venuesTexts.cardPhoto}
          className="aspect-[16/10] rounded-lg bg-surround"
          standIn={<VenueArt className="object-cover" />}
        />
        <div className="grid justify-items-start gap-2">
          <p className="font-semibold">{venuesTexts.cardPhoto}</p>
          <p className="text-small text-quiet">{venuesTexts.cardPhotoHint}</p>
          <Upload
            shape="card"
            label={venuesTexts.chooseCard}
            isOff={isOff}
            onProofNeeded={onProofNeeded}
            onStored={(image) => onEdit(() => ({ image }))}
          />
        </div>
      </div>
      <div className="grid gap-2">
        <p className="font-semibold">{venuesTexts.gallery}</p>
        <p className="text-small text-quiet">{venuesTexts.galleryHint}</p>
        {draft.gallery.length > 0 && (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
            {draft.gallery.map((picture, at) => (
              <li key={picture} className="grid gap-1">
                <Picture
                  src={picture}
                  alt={venuesTexts.photo(at + 1)}
                  className="aspect-[16/10] rounded-lg bg-surround"
                  standIn={<VenueArt className="object-cover" />}
                />
                <div className="flex justify-between">
                  <IconButton
                    variant="ghost"
                    className="aria-disabled:opacity-30"
                    label={venuesTexts.earlier(at + 1)}
                    aria-disabled={at === 0}
                    icon={<ChevronLeft aria-hidden="true" className="size-5" />}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    variant="ghost"
                    className="aria-disabled:opacity-30"
                    label={venuesTexts.later(at + 1)}
                    aria-disabled={at === draft.gallery.length - 1}
                    icon={<ChevronRight aria-hidden="true" className="size-5" />}
                    onClick={() => move(at, 1)}
                  />
                  <IconButton
                    variant="ghost"
                    label={venuesTexts.removePhoto(at + 1)}
                    icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                    onClick={(event) => {
                      if (isPressedAgain(event)) return;
                      onEdit(({ gallery }) => ({ gallery: gallery.filter((one) => one !== picture) }));
                    }}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
        {draft.gallery.length < MOST_PICTURES && (
          <Upload
            shape="gallery"
            label={venuesTexts.addPhoto}
            isOff={isOff}
            onProofNeeded={onProofNeeded}
            onStored={(picture) =>
              onEdit(({ gallery }) => ({ gallery: gallery.includes(picture) ? gallery : [...gallery, picture] }))
            }
          />
        )}
      </div>
      {problem !== undefined && <WrongPart>{problem}</WrongPart>}
    </Section>
  );
}

function Upload({
  shape,
  label,
  isOff,
  onProofNeeded,
  onStored,
}: {
  shape: 'card' | 'gallery';
  label: string;
  isOff: boolean;
  onProofNeeded: () => void;
  onStored: (address: string) => void;
}) {
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const store = usePhoto(shape, onProofNeeded, onStored);
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // The same file can be chosen again after a failure.
    event.target.value = '';
    if (file !== undefined) store.mutate(file);
  }
  return (
    <div className="grid justify-items-start gap-2">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={choose}
      />
      <Button
        variant="outline"
        size="sm"
        isBusy={store.isPending}
        disabled={!online || isOff}
        icon={<ImagePlus aria-hidden="true" className="size-4.5" />}
        onClick={() => input.current?.click()}
      >
        {store.isPending ? venuesTexts.uploading : label}
      </Button>
      {store.error !== null && (
        <Notice tone="bad" tight isLive>
          {photoMessage(store.error)}
        </Notice>
      )}
    </div>
  );
}
