/** The colours that an operator may choose, `#rrggbb`; null for the standard colour. */
export interface BrandColours {
  accent?: string | null | undefined;
  court?: string | null | undefined;
}

const COLOUR = /^#[\da-f]{6}$/;

/** The design tokens that an operator's colours replace, with the shades that follow from them (src/ui/theme.css). */
export function brandTokens({ accent, court }: BrandColours): Readonly<Record<`--color-${string}`, string>> {
  return {
    ...(isColour(accent) && {
      '--color-ball': accent,
      '--color-ball-lit': `color-mix(in oklab,${accent},#fff 25%)`,
      '--color-ball-seam': `color-mix(in oklab,${accent},#000 18%)`,
      '--color-focus': `light-dark(oklch(47% 0.13 235),${accent})`,
    }),
    ...(isColour(court) && {
      '--color-court': court,
      '--color-kitchen': `color-mix(in oklab,${court},#fff 25%)`,
    }),
  };
}

/**
 * The CSS rule with the operator's colours; empty if they are the standard ones. It overrides the stylesheet that
 * loads later.
 */
export function brandRule(colours: BrandColours): string {
  const tokens = Object.entries(brandTokens(colours));
  return tokens.length === 0 ? '' : `html:root{${tokens.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

/** Whether a text is `#rrggbb` and nothing more: another text could end the CSS rule and add markup to the page. */
function isColour(text: string | null | undefined): text is string {
  return typeof text === 'string' && COLOUR.test(text);
}
