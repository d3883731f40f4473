import { terms } from './content/terms';
import { DocumentPage } from './DocumentPage';

/** Terms and conditions. */
export function TermsPage() {
  return <DocumentPage page={terms} />;
}
