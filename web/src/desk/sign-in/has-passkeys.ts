/** Whether this browser can make and use passkeys. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
