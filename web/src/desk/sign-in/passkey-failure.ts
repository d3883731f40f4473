import { ApiFailure } from '@/api/api-failure';
import { passkeyProblem } from '@/desk/lib/passkey';
import { passkeyTexts } from './texts';

/** Waits for the browser's passkey window; what it ends with instead of a passkey becomes a failure with a message. */
export async function passkeyOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    const problem = passkeyProblem(cause);
    throw problem === null ? cause : new ApiFailure(400, `passkey_${problem}`, passkeyTexts[problem]);
  }
}
