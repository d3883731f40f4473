import { termsDocument } from './content/terms';
import { DocumentPage } from './DocumentPage';

/** Terms and conditions. */
export function TermsPage() {
  return <DocumentPage title="Terms and conditions" write={termsDocument} />;
}
