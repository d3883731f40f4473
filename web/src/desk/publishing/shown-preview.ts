/** The preview of a change that can be shown; without a network not that of the change before, which would stay. */
export function shownPreview<Preview>({
  data,
  isPaused,
  isPlaceholderData,
}: {
  data: Preview | null | undefined;
  isPaused: boolean;
  isPlaceholderData: boolean;
}): Preview | undefined {
  return isPaused && isPlaceholderData ? undefined : (data ?? undefined);
}
