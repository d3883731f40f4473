import { useAppConfig } from '@/api/app-config';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { openDrawer } from '@/lib/drawer';
import { startOtpCooldown, useOtpCooldownEnd } from '@/lib/otp-cooldown';
import { toast } from '@/lib/toast';
import { useDisabledAfterFocus } from '@/lib/use-disabled-after-focus';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { resendCode, wasResent } from './api/resend-code';
import { codeTexts } from './texts';

/** Requests another code, at most once in `otp_resend_seconds`; the countdown survives a reload (spec §4). */
export function ResendLine({ user, onSent }: { user: string; onSent: () => void }) {
  const config = useAppConfig();
  const seconds = useSecondsLeft(useOtpCooldownEnd());
  const isWaiting = seconds > 0;
  const disabledAttributes = useDisabledAfterFocus(isWaiting);
  const resend = useSingleMutation({
    mutationFn: () => resendCode(user),
    onSuccess: (reply) => {
      if (wasResent(reply)) {
        startOtpCooldown(config?.otp_resend_seconds);
        toast.success(codeTexts.resent);
        onSent();
        return;
      }
      if (reply.retry_after !== undefined && reply.retry_after !== null) startOtpCooldown(reply.retry_after);
      toast.error(reply.message || codeTexts.resendFailed, codeTexts.resendFailedTitle);
    },
    onError: (cause) => toast.error(failureMessage(cause), codeTexts.resendFailedTitle),
  });
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-2 text-quiet">
      {codeTexts.noCode}
      <button
        type="button"
        {...disabledAttributes}
        aria-disabled={isWaiting || resend.isPending || undefined}
        // A screen reader reads the name of the focused button again whenever it changes.
        aria-label={isWaiting ? codeTexts.resendIn(Math.ceil(seconds / 10) * 10) : undefined}
        onClick={() => {
          if (!isWaiting) resend.mutate();
        }}
        className={`figures inline-flex min-h-11 items-center ${
          isWaiting ? 'font-semibold text-quiet' : 'font-bold text-ink underline decoration-2 underline-offset-4'
        }`}
      >
        {isWaiting ? codeTexts.resendIn(seconds) : resend.isPending ? codeTexts.resending : codeTexts.resend}
      </button>
      <button
        type="button"
        onClick={openHelp}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {codeTexts.help}
      </button>
    </p>
  );
}

/** Opens the bottom sheet with help for a missing text message. */
function openHelp(): void {
  openDrawer({
    title: codeTexts.noCode,
    paragraph: codeTexts.helpText,
    content: (
      <ul className="grid list-disc gap-3 pl-5">
        {codeTexts.helpPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    ),
  });
}
