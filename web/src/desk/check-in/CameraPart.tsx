import { Camera, CameraOff, Flashlight, FlashlightOff } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Notice } from '@/ui/Notice';
import { checkInTexts } from './texts';
import { useCamera } from './use-camera';

/** Shows the picture of the camera and reads passes in it. The camera is off until it is started. */
export function CameraPart({ onText }: { onText: (text: string) => void }) {
  const { video, state, start, stop, torch, switchTorch } = useCamera(onText);
  const texts = checkInTexts.camera;
  const isOn = state.kind === 'on';
  const picture = useRef<HTMLDivElement>(null);
  return (
    <section aria-label={texts.title} className="grid gap-2.5">
      <div
        ref={picture}
        hidden={!isOn}
        className="scheme-dark relative h-[35dvh] min-h-44 overflow-hidden rounded-xl bg-deep text-ink min-[40rem]:h-[min(45dvh,24rem)]"
      >
        <video ref={video} muted playsInline aria-hidden="true" className="size-full object-cover" />
        <div
          aria-hidden="true"
          className="absolute inset-0 m-auto aspect-square h-[72%] rounded-[20px] border-[3px] border-ball"
        />
        <div className="absolute inset-x-3 bottom-3 flex justify-between">
          {torch === null ? (
            <span />
          ) : (
            <IconButton
              label={torch ? texts.torchOff : texts.torchOn}
              variant="glass"
              icon={
                torch ? (
                  <FlashlightOff aria-hidden="true" className="size-5" />
                ) : (
                  <Flashlight aria-hidden="true" className="size-5" />
                )
              }
              onClick={switchTorch}
            />
          )}
          <IconButton
            label={texts.stop}
            variant="glass"
            icon={<CameraOff aria-hidden="true" className="size-5" />}
            onClick={stop}
          />
        </div>
      </div>
      {state.kind === 'problem' && (
        <Notice tone="warn" tight isLive>
          {texts[state.problem]}
        </Notice>
      )}
      {!isOn && (
        <Button
          // The button that stops the camera is hidden with the picture, and its focus would be lost.
          ref={(button) => {
            if (picture.current?.contains(document.activeElement) === true) button?.focus({ preventScroll: true });
          }}
          variant="outline"
          size="md"
          wide
          isBusy={state.kind === 'starting'}
          icon={<Camera aria-hidden="true" className="size-5" />}
          onClick={start}
        >
          {state.kind === 'starting' ? texts.starting : texts.start}
        </Button>
      )}
      <p className="text-small text-quiet">{texts.hint}</p>
    </section>
  );
}
