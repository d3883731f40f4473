import { writeFailure } from '@/desk/api/write-failure';
import { ExplanationForm } from '@/desk/forms/ExplanationForm';
import type { PayoutLine } from './payouts';
import { payoutsTexts } from './texts';
import { explainMessage, useExplainLine } from './use-payout-writes';

/** The form for the explanation of a line. */
export function ExplainLine({
  line,
  typed,
  onType,
  onProofNeeded,
  onClose,
}: {
  line: PayoutLine;
  /** The text so far. */
  typed: string;
  onType: (text: string) => void;
  onProofNeeded: () => void;
  onClose: () => void;
}) {
  const explain = useExplainLine(line, { onDone: onClose, onProofNeeded });
  const texts = {
    name: payoutsTexts.explain,
    title: payoutsTexts.explainTitle,
    field: payoutsTexts.explainField,
    hint: payoutsTexts.explainHint,
    missing: payoutsTexts.explainMissing,
    tooLong: payoutsTexts.tooLong,
    save: payoutsTexts.explainIt,
    offline: payoutsTexts.offline,
    cancel: payoutsTexts.cancel,
  };
  const failure =
    explain.error === null ? null : writeFailure(explain.error, payoutsTexts.notExplained, explainMessage);
  return (
    <ExplanationForm
      texts={texts}
      initial={typed}
      onType={onType}
      failure={failure && { title: failure.title, text: failure.message }}
      isBusy={explain.isPending}
      onSave={(text) => explain.mutate({ text })}
      onClose={onClose}
    />
  );
}
