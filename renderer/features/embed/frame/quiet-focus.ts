/**
 * A frame may move the focus within itself, and never take it from the page around it: somebody may be writing there. Whatever asks for the focus while the page
 * has it is passed over, and whatever would scroll that page.
 * @returns undoes it
 */
export function keepFocusQuiet(window: typeof globalThis.window): () => void {
  const html = window.HTMLElement.prototype;
  const element = window.Element.prototype;
  const { focus } = html;
  const { scrollIntoView } = element;
  html.focus = function quietFocus(options) {
    if (window.document.hasFocus()) focus.call(this, { preventScroll: true, ...options });
  };
  element.scrollIntoView = function quietScroll(options) {
    if (window.document.hasFocus()) scrollIntoView.call(this, options);
  };
  return () => {
    html.focus = focus;
    element.scrollIntoView = scrollIntoView;
  };
}
