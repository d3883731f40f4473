/** A font file of the page as a data: URL, the only kind that a picture can load. */
async function asDataUrl(url: string): Promise<string> {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return `data:font/woff2;base64,${btoa(binary)}`;
}

function fontFaces(sheets: Iterable<CSSStyleSheet>): CSSFontFaceRule[] {
  const faces: CSSFontFaceRule[] = [];
  for (const sheet of sheets) {
    for (const rule of sheet.cssRules) if (rule instanceof CSSFontFaceRule) faces.push(rule);
  }
  return faces;
}

/**
 * The page's own font faces with their files embedded. The picture library could collect them itself, but uses an
 * inline style for that, which the content security policy forbids.
 */
export async function embeddedFonts(): Promise<string> {
  const own = fontFaces(document.styleSheets).filter((face) => face.style.getPropertyValue('src').includes('url('));
  const texts = await Promise.all(
    own.map(async (face) => {
      const address = /url\((["']?)(.+?)\1\)/.exec(face.style.getPropertyValue('src'))?.[2];
      if (address === undefined) return '';
      const absolute = new URL(address, face.parentStyleSheet?.href ?? location.href).href;
      return face.cssText.replace(address, await asDataUrl(absolute));
    }),
  );
  return texts.join('\n');
}
