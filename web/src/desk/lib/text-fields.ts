/** Selects the fields that text is typed into. */
export const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"]), textarea';
