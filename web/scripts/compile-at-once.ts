import type { Plugin } from 'vite';

/**
 * Has V8 compile every function of a chunk while it reads the file, beside the page; otherwise it compiles each one when it is
 * first called. Other browsers read a comment.
 */
export function compileAtOnce(chunks: RegExp): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      // V8 reads the comment only at the start of a file; Vite has put a list of files there before this runs.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunks.test(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}
