import { privacyDocument } from './content/privacy';
import { DocumentPage } from './DocumentPage';

/** Privacy policy. */
export function PrivacyPage() {
  return <DocumentPage title="Privacy policy" write={privacyDocument} />;
}
