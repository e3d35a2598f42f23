/** Links of the screens lead out of the frame, into windows of their own: no page but the form's may be shown in it. */
export function openLinksOutside(document: Document): () => void {
  const onClick = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.hasAttribute('download') || !/^https?:$/.test(link.protocol)) return;
    // Within the page: the skip link.
    if (link.getAttribute('href')?.startsWith('#')) return;
    link.target = '_blank';
    link.rel = 'noopener';
  };
  // Before the router sees it.
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}
