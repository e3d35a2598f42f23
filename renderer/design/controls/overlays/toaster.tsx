import { lazy, Suspense } from 'react';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** Where toasts appear; once per page. Its code loads after paint. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}

export type ToastTone = 'info' | 'success' | 'warning' | 'error';

/** Shows a toast for what the page also says in place: a toast is never the only carrier of a message, and holds no health data. */
export async function showToast(text: string, tone: ToastTone = 'info'): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast(text, { type: tone });
}
