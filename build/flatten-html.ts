import type { Plugin } from 'vite';

/**
 * The app's HTML lives with the renderer; in the build it is at the top, where a server looks for it.
 * @param nested where it lives, from the root
 */
export function flattenHtml(nested: string): Plugin {
  return {
    name: 'carefront-flatten-html',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle[nested];
        if (html?.type !== 'asset') return;
        delete bundle[nested];
        this.emitFile({ type: 'asset', fileName: 'index.html', source: html.source });
      },
    },
  };
}
