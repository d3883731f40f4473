import type { Translation } from '@/lib/language';

/** The translations of one file of texts: `historyTexts` and `cancelTexts` become `history` and `cancel`. */
export type CataloguesOf<Module> = {
  readonly [Name in keyof Module as Name extends `${infer Stem}Texts` ? Stem : never]?: Translation<Module[Name]>;
};
