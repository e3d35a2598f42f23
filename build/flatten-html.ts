import type { Plugin } from 'vite';

const NESTED = 'renderer/index.html';

/** The app's HTML lives with the renderer; in the build it stands at the top, where a server looks for it. */
export function flattenHtml(): Plugin {
  return {
    name: 'carefront-flatten-html',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle[NESTED];
        if (html?.type !== 'asset') return;
        delete bundle[NESTED];
        this.emitFile({ type: 'asset', fileName: 'index.html', source: html.source });
      },
    },
  };
}
