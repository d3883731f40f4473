declare module 'virtual:shell' {
  import type { Rule } from '@/server/critical-style';

  /** Results of the browser's build for the server's build (vite.server.config.ts). */
  export const shell: {
    /** The page without its stylesheet, including the inline script that runs before the app. */
    html: string;
    /** That script's text, for the content security policy. */
    script: string;
    stylesheet: string;
    rules: readonly Rule[];
    /** The scripts of each screen in addition to those of every page, by the source of the screen: `src/features/…`. */
    scripts: Readonly<Record<string, readonly string[]>>;
  };
}

declare module 'virtual:intl-tables' {
  /** How a locale formats one set of fields. */
  export interface DatePattern {
    parts: readonly (readonly [type: Intl.DateTimeFormatPartTypes, value?: string])[];
    /** Indexes into `words`. */
    months?: number;
    weekdays?: number;
    isDayPadded?: boolean;
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
          /** "{0} hours" by unit and plural form. */
          units: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;
        }
      >
    >;
  };
}
