import { catalogue } from '@/lib/language';

/** What is said of a write whose form is closed by now. */
export const writeTexts = catalogue('write', {
  unknownOutcome: 'We could not tell whether that went through. Look whether it was done before you try again.',
});
