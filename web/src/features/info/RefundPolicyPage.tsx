import { refundPolicy } from './content/refund-policy';
import { DocumentPage } from './DocumentPage';

/** Cancellation and refund policy. */
export function RefundPolicyPage() {
  return <DocumentPage page={refundPolicy} />;
}
