import { NoteForm } from './NoteForm';
import { refundMessage } from './refund-message';
import type { QueuedRefund } from './refunds';
import { refundsTexts } from './texts';
import { useExplain } from './use-refund-writes';

/** Notes how a refund was cleared up that went back twice. */
export function ExplainForm({ refund, onClose }: { refund: QueuedRefund; onClose: () => void }) {
  const explain = useExplain(refund, onClose);
  const texts = {
    name: refundsTexts.explain,
    title: refundsTexts.explainTitle,
    field: refundsTexts.explainField,
    hint: refundsTexts.explainHint,
    missing: refundsTexts.explainMissing,
    tooLong: refundsTexts.tooLong,
    save: refundsTexts.explainIt,
    notSaved: refundsTexts.notExplained,
    offline: refundsTexts.offline,
    cancel: refundsTexts.cancel,
  };
  return (
    <NoteForm
      texts={texts}
      error={explain.error === null ? null : refundMessage(explain.error)}
      isBusy={explain.isPending}
      onSave={(text) => explain.mutate({ text })}
      onClose={onClose}
    />
  );
}
