/** Scripts of a page whose screen is in it already: they are asked for once its pictures are there and it has been painted. */

/** How long a picture that doesn't come may hold them back: a guess. A touch or a key starts them at once. */
const LONGEST_WAIT_MS = 4_000;

/** A page that nobody sees is never painted. */
const UNSEEN_MS = 200;

/**
 * Where the worker answers, they are on the device and wait for the first paint alone. The browser's one offer to install is kept for them:
 * see `renderer/pwa/install-prompt.ts`. The policy of pages allows this script by its hash.
 */
export const LATE_START = `
(() => {
  const late = document.getElementById('carefront-scripts');
  const start = () => late.replaceWith(late.content);
  const whenPainted = () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  const isOnDevice = Boolean(navigator.serviceWorker?.controller);
  if (isOnDevice) requestAnimationFrame(() => setTimeout(start));
  else addEventListener('load', whenPainted);
  addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    window.installOffer = offer;
  });
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, start, { once: true });
  setTimeout(start, isOnDevice ? ${UNSEEN_MS} : ${LONGEST_WAIT_MS});
})();
`.trim();

/** What the build or the server asked for in a page's head. */
const ASKED = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** Whether a page has what {@link startLate} may hold back. */
export const startsLate = (html: string): boolean => html.search(ASKED) >= 0;

/**
 * @param html whose modules are asked for by its head
 * @param preloads as HTML: what only the scripts need
 */
export function startLate(html: string, preloads: string): string {
  const modules = Array.from(html.matchAll(ASKED), ([asked]) => asked);
  // First what the entry leads to, or it would be found out file by file.
  const inOrder = [preloads, ...modules.toReversed()]
    .join('')
    // Where they start sooner, what is painted still comes first.
    .replaceAll(/<(?:link|script)/g, (start) => `${start} fetchpriority="low"`);
  return html
    .replaceAll(ASKED, '')
    .replace(
      '</body>',
      (end) => `<template id="carefront-scripts">${inOrder}</template><script>${LATE_START}</script>${end}`,
    );
}
