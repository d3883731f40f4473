/* The same rules as crates/domain/src/colour.rs, so that a colour is checked while it is chosen. */

type Parts = readonly [number, number, number];

/** What a colour is used for. */
export type Role = 'accent' | 'court';

export const ROLES: readonly Role[] = ['accent', 'court'];

/** The least contrast between text and its background (WCAG 2.2, level AA). */
const LEAST_CONTRAST = 4.5;

const WHITE: Parts = [255, 255, 255];
const BLACK: Parts = [0, 0, 0];
/**
 * The text on the accent, `--color-ball-ink`, and the lightest dark background of words in the accent,
 * `--color-raised`.
 */
const ACCENT_INK: Parts = [0x26, 0x33, 0x05];
const DARK_GROUND: Parts = [0x04, 0x3c, 0x47];

/** The standard colours: `--color-ball`, and `--color-court` of the light theme, as a colour picker shows them. */
export const STANDARD: Readonly<Record<Role, string>> = { accent: '#d6f70b', court: '#006681' };

/** Red, green and blue of `#c8e600`; null if the text is not a colour. */
export function parseColour(text: string): Parts | null {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text.trim());
  if (match === null) return null;
  const part = (at: number) => Number.parseInt(match[at] ?? '', 16);
  return [part(1), part(2), part(3)];
}

function textOf(parts: Parts): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The lowest contrast of a colour with the colours that it is used with; null if the text is not a colour. */
export function contrastOf(role: Role, text: string): number | null {
  const parts = parseColour(text);
  return parts === null ? null : lowest(role, parts);
}

/** Whether the contrast of a colour is at least 4.5 : 1. */
export function isReadable(role: Role, text: string): boolean {
  return (contrastOf(role, text) ?? 0) >= LEAST_CONTRAST;
}

/** The nearest colour of the same hue that people can read: lighter for an accent, darker for a court. */
export function nearestReadable(role: Role, text: string): string {
  const parts = parseColour(text) ?? BLACK;
  const towards = role === 'accent' ? WHITE : BLACK;
  for (let percent = 0; percent < 100; percent += 1) {
    const step = mixColours(parts, towards, percent);
    if (lowest(role, step) >= LEAST_CONTRAST) return textOf(step);
  }
  return textOf(towards);
}

function lowest(role: Role, parts: Parts): number {
  if (role === 'court') return contrast(parts, WHITE);
  return Math.min(contrast(parts, ACCENT_INK), contrast(parts, DARK_GROUND));
}

function mixColours(parts: Parts, other: Parts, percent: number): Parts {
  const mix = (at: 0 | 1 | 2) => {
    const way = (other[at] - parts[at]) * percent;
    return parts[at] + Math.trunc((way + 50 * Math.sign(way)) / 100);
  };
  return [mix(0), mix(1), mix(2)];
}

function contrast(one: Parts, other: Parts): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(parts: Parts): number {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
