/** Reads the text of a code in the present picture of a video; null if there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

/** The longest side of the picture that the reader in JavaScript gets, in pixels: more is slow on old phones. */
const MOST_PIXELS = 720;

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own reader of codes, else one in JavaScript that is loaded now. Rejects if that cannot be loaded. */
export async function codeReader(): Promise<CodeReader> {
  return (await nativeReader()) ?? scriptReader();
}

async function nativeReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = window as unknown as { BarcodeDetector?: DetectorClass };
  try {
    if (BarcodeDetector === undefined || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code'))
      return null;
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

async function scriptReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    if (context === null || videoWidth === 0 || videoHeight === 0) return null;
    const scale = Math.min(1, MOST_PIXELS / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    try {
      return decodeQR({ data, width, height });
    } catch {
      // No code in this picture.
      return null;
    }
  };
}
