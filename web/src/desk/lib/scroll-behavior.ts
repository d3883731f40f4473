/** How a screen scrolls by itself: smoothly, unless the person wants no motion. */
export function smoothly(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
