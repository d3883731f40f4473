import { privacy } from './content/privacy';
import { DocumentPage } from './DocumentPage';

/** Privacy policy. */
export function PrivacyPage() {
  return <DocumentPage page={privacy} />;
}
