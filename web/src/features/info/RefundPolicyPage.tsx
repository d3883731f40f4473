import { refundPolicyDocument } from './content/refund-policy';
import { DocumentPage } from './DocumentPage';

/** Cancellation and refund policy. */
export function RefundPolicyPage() {
  return <DocumentPage title="Cancellation and refund policy" write={refundPolicyDocument} />;
}
