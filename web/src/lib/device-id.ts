import { useInBrowser } from './in-browser';
import { readStored, writeStored } from './storage';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
let remembered: string | null = null;

/** This browser's id: 10 random letters and digits, generated once and stored (spec §3). */
export function deviceId(): string {
  remembered ??= readStored('device_id');
  if (remembered === null || !/^[A-Za-z0-9]{10}$/.test(remembered)) {
    // 248 is the largest multiple of 62 below 256: bytes from 248 on are rejected, so that all characters are equally likely.
    const picked: string[] = [];
    while (picked.length < 10) {
      for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
        if (byte < 248 && picked.length < 10) picked.push(CHARACTERS.charAt(byte % 62));
      }
    }
    remembered = picked.join('');
    writeStored('device_id', remembered);
  }
  return remembered;
}

/** This browser's id while rendering: undefined in the server's markup and in the hydration that repeats it. */
export function useDeviceId(): string | undefined {
  return useInBrowser() ? deviceId() : undefined;
}
