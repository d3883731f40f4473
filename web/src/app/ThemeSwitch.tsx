import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme, type Theme } from '@/lib/theme';
import { shellTexts } from './texts';

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const icons = { system: Monitor, light: Sun, dark: Moon };

/** Auto, light, dark, in turn. */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  const theme = useTheme();
  const Icon = icons[theme];
  return (
    <button
      type="button"
      aria-label={`${shellTexts.theme}: ${shellTexts.themes[theme]}`}
      title={`${shellTexts.theme}: ${shellTexts.themes[theme]}`}
      onClick={() => chooseTheme(next[theme])}
      className={`grid size-11 place-items-center rounded-md transition-colors hover:bg-raised ${className}`}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
