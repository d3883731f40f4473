/** Selects the fields that a key is typed into, and dialogs, which have keys of their own. */
export const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), select, textarea, dialog';
