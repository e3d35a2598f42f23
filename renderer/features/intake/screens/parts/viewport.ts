import { useEffect, useState } from 'react';

/** Pixels of the page that a keyboard on the screen covers: Safari lays it over the page, others make the page smaller. */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      // Zooming makes the visual viewport smaller, too, and covers nothing.
      setInset(viewport.scale === 1 && covered > 80 ? Math.round(covered) : 0);
    };
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
  return inset;
}
