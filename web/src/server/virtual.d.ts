declare module 'virtual:shell' {
  import type { Rule } from '@/server/critical-style';

  /** What the browser's build has left for the server's (vite.server.config.ts). */
  export const shell: {
    /** The page without its stylesheet and with the script that runs before the app inside. */
    html: string;
    /** That script's text, for the content security policy. */
    script: string;
    stylesheet: string;
    rules: readonly Rule[];
    /** The scripts of each screen beside those of every page, by the source of the screen: `src/features/…`. */
    scripts: Readonly<Record<string, readonly string[]>>;
  };
}

declare module 'virtual:intl-tables' {
  /** How a locale writes one choice of fields. */
  export interface DatePattern {
    parts: readonly (readonly [type: Intl.DateTimeFormatPartTypes, value?: string])[];
    /** Places in `words`. */
    months?: number;
    weekdays?: number;
    padded?: boolean;
  }
  export const tables: {
    words: readonly (readonly string[])[];
    locales: Readonly<
      Record<
        string,
        {
          dates: Readonly<Record<string, DatePattern>>;
          lists: { pair: string; start: string; middle: string; end: string };
          plurals: Readonly<Record<string, Intl.LDMLPluralRule>>;
        }
      >
    >;
  };
}
