/** The languages with a catalog, by their codes, as in the `lang` attribute. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];
