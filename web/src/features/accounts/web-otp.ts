import { useEffect, useEffectEvent } from 'react';

/** What the browser hands over when an SMS carries "@host #code" (WebOTP API); not yet in TypeScript's own list. */
interface OtpCredential extends Credential {
  code: string;
}

/** Offers the code of an arriving SMS to `onCode`, where the browser can read it with the player's consent. */
export function useWebOtp(onCode: (code: string) => void): void {
  const deliver = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: waiting.signal,
    };
    navigator.credentials.get(request).then(
      (credential) => {
        if (credential !== null) deliver((credential as OtpCredential).code);
      },
      () => {
        // Declined, timed out or left the screen: the boxes are still there to type in.
      },
    );
    return () => waiting.abort();
  }, []);
}
