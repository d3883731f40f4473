import { catalogue } from '@/lib/language';

/** Adding an authenticator app. */
export const enrolTexts = catalogue('enrol', {
  notAdded: 'That was not added',
  addApp: 'Set up an app',
  scan: 'Scan this code with your authenticator app, then type the six digits that it shows.',
  codeAlt: 'QR code for the authenticator app',
  secret: 'Or type this key into the app',
  code: 'Code of the app',
  confirm: 'Confirm',
  codeWrong: 'Six digits, as the app shows them now.',
  appAdded: 'The authenticator app is set up.',
});
