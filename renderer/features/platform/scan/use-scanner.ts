import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Of the Shape Detection API (WICG draft), which TypeScript's library doesn't have. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

function detectorOf(page: object): Detector | undefined {
  const found: unknown = Reflect.get(page, 'BarcodeDetector');
  if (typeof found !== 'function') return undefined;
  return new (found as DetectorClass)({ formats: ['qr_code'] });
}

const EVERY_MS = 250;

/** `none`: this browser, or this document, can't. */
export type ScanState = 'scanning' | 'none' | 'denied';

/** @param onCode whether it was the one that was sought: the camera is off then */
export function useScanner(onCode: (text: string) => boolean): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: ScanState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [detector] = useState(() => detectorOf(window));
  const [isDenied, setDenied] = useState(false);
  const found = useEffectEvent(onCode);
  const hasCamera = typeof navigator.mediaDevices?.getUserMedia === 'function';

  useEffect(() => {
    if (detector === undefined || !hasCamera) return undefined;
    const closed = new AbortController();
    let camera: MediaStream | undefined;
    const stop = () => {
      closed.abort();
      for (const track of camera?.getTracks() ?? []) track.stop();
    };
    const look = async () => {
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const screen = video.current;
      if (closed.signal.aborted || screen === null) return stop();
      screen.srcObject = camera;
      await screen.play();
      while (!closed.signal.aborted) {
        // A frame that isn't there yet can't be read.
        const codes = await detector.detect(screen).catch(() => []);
        if (!closed.signal.aborted && codes.some(({ rawValue }) => found(rawValue))) stop();
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
      return undefined;
    };
    look().catch(() => {
      if (!closed.signal.aborted) setDenied(true);
    });
    return stop;
  }, [detector, hasCamera]);

  if (detector === undefined || !hasCamera) return { video, state: 'none' };
  return { video, state: isDenied ? 'denied' : 'scanning' };
}
