import { useEffect, useEffectEvent } from 'react';

/**
 * The credential that the browser returns if an SMS contains "@host #code" (WebOTP API); missing from TypeScript's own
 * types.
 */
interface OtpCredential extends Credential {
  code: string;
}

/**
 * Passes the code of an incoming SMS to `onCode`, if the browser can read it with the player's consent. The browser
 * reads one SMS for a request; a new number in `messages`, how many were sent, makes another request.
 */
export function useWebOtp(onCode: (code: string) => void, messages: number): void {
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
        // Declined, timed out or aborted: the player can still type the code.
      },
    );
    return () => waiting.abort();
  }, [messages]);
}
