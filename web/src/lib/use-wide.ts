import { useMedia } from './use-media';

/** Whether the window is wide enough for two screens side by side: the lg breakpoint of ui/theme.css. */
export function useWide(): boolean {
  return useMedia('(width >= 64rem)');
}
