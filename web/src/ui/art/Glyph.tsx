import type { ReactNode } from 'react';

const shapes = {
  menu: <path d="M4 7.5h16M4 16.5h16" />,
  auto: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4a8 8 0 0 1 0 16z" className="fill-current" />
    </>
  ),
  light: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />
    </>
  ),
  dark: <path d="M20 14.2A8.3 8.3 0 0 1 9.8 4 8.3 8.3 0 1 0 20 14.2z" />,
  paddle: (
    <>
      <path d="M12.6 4.3 8 8.9a3.6 3.6 0 0 0-.3 4.8l-4.5 4.5a1.6 1.6 0 0 0 2.3 2.3l4.6-4.5a3.6 3.6 0 0 0 4.8-.3l4.6-4.6a3.6 3.6 0 0 0 0-5.1l-1.8-1.7a3.6 3.6 0 0 0-5.1 0z" />
      <circle cx="18.6" cy="18.6" r="2.4" />
    </>
  ),
  chat: (
    <>
      <path d="M20.5 11.6a8 8 0 0 1-11.6 7.2L3.5 20.5l1.7-5.2a8 8 0 1 1 15.3-3.7z" />
      <path d="M9 11.6h.01M12.5 11.6h.01M16 11.6h.01" strokeWidth="2.4" />
    </>
  ),
  member: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
      <path d="M3 10h18M7 14.8h4" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/**
 * Icons for the first screen, drawn here so that it loads no icon library. Hidden from screen readers: a button that
 * shows nothing else needs an `aria-label`.
 */
export function Glyph({ name, className = 'size-5' }: { name: keyof typeof shapes; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {shapes[name]}
    </svg>
  );
}
