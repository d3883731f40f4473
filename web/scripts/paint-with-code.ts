import type { Plugin } from 'vite';

/**
 * Has the browser wait with the first frame until the module of the page has run: the page is empty before, and for an empty frame
 * the browser would compute the styles as well. Browsers that do not know the attribute paint the empty page.
 */
export function paintWithCode(): Plugin {
  return {
    name: 'paint-with-code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const marked = html.replace('<script type="module"', '<script type="module" blocking="render"');
        if (marked === html) throw new Error('the page has no module to wait for');
        return marked;
      },
    },
  };
}
