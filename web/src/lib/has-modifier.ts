/** Whether Control, Alt or Meta is pressed with a key: such keys belong to the browser or to the system. */
export function hasModifier({
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>): boolean {
  return ctrlKey || altKey || metaKey;
}
