import { isOutcomeUnknown } from '@/desk/api/problem';
import { ExplanationForm } from '@/desk/forms/ExplanationForm';
import { refundMessage } from './refund-message';
import type { QueuedRefund } from './refunds';
import { refundsTexts } from './texts';
import { useExplain } from './use-refund-writes';

/**
 * The form for the explanation of a refund that went back twice. Typed text stays if the refund changes meanwhile.
 */
export function ExplainForm({ refund, onClose }: { refund: QueuedRefund; onClose: () => void }) {
  const explain = useExplain(refund, onClose);
  const hasChanged = refund.state !== 'sent_twice' && !explain.isPending;
  const texts = {
    name: refundsTexts.explain,
    title: refundsTexts.explainTitle,
    field: refundsTexts.explainField,
    hint: refundsTexts.explainHint,
    missing: refundsTexts.explainMissing,
    tooLong: refundsTexts.tooLong,
    save: refundsTexts.explainIt,
    offline: refundsTexts.offline,
    cancel: refundsTexts.cancel,
  };
  return (
    <ExplanationForm
      texts={texts}
      failure={failure()}
      obstacle={hasChanged ? { title: refundsTexts.changed, text: refundsTexts.changedText } : null}
      isBusy={explain.isPending}
      onSave={(text) => explain.mutate({ text })}
      onClose={onClose}
    />
  );

  function failure() {
    if (explain.error === null) return null;
    return isOutcomeUnknown(explain.error)
      ? { title: refundsTexts.unknownExplained, text: refundsTexts.unknown }
      : { title: refundsTexts.notExplained, text: refundMessage(explain.error) };
  }
}
