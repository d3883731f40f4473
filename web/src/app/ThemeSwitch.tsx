import { chooseTheme, useTheme, type Theme } from '@/lib/theme';
import { Glyph } from '@/ui/art/Glyph';
import { shellTexts } from './texts';

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const glyphs = { system: 'auto', light: 'light', dark: 'dark' } as const;

/** Switches between auto, light and dark in turn. */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  const theme = useTheme();
  return (
    <button
      type="button"
      aria-label={`${shellTexts.theme}: ${shellTexts.themes[theme]}`}
      title={`${shellTexts.theme}: ${shellTexts.themes[theme]}`}
      onClick={() => chooseTheme(next[theme])}
      className={`grid size-11 place-items-center rounded-md transition-colors hover:bg-raised ${className}`}
    >
      <Glyph name={glyphs[theme]} />
    </button>
  );
}
