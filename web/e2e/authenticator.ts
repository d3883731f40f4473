import { createHmac } from 'node:crypto';

/** The code that an authenticator app with this secret shows in a time step of 30 seconds (RFC 6238). */
export function codeOf(secret: string, step: number): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const binary = bits.map((value) => value.toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((binary.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
