import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

const FORMAT = 'qr_code';

/** Of the Shape Detection API (WICG draft), which TypeScript's library doesn't have. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: (typeof FORMAT)[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's own reader, where it has one: not on iPhones, in Firefox, or in Chromium on Windows and Linux. Elsewhere one in JavaScript. */
async function openDetector(): Promise<Detector> {
  const found: unknown = Reflect.get(window, 'BarcodeDetector');
  const own = typeof found === 'function' ? (found as unknown as DetectorClass) : undefined;
  const formats = await own?.getSupportedFormats().catch((): readonly string[] => []);
  const Class =
    own && formats?.includes(FORMAT)
      ? own
      : ((await import('qr/decode.js')).BarcodeDetector as unknown as DetectorClass);
  return new Class({ formats: [FORMAT] });
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
  const [failure, setFailure] = useState<Exclude<ScanState, 'scanning'>>();
  const found = useEffectEvent(onCode);
  const hasCamera = typeof navigator.mediaDevices?.getUserMedia === 'function';

  useEffect(() => {
    if (!hasCamera) return undefined;
    const closed = new AbortController();
    let camera: MediaStream | undefined;
    const stop = () => {
      closed.abort();
      for (const track of camera?.getTracks() ?? []) track.stop();
    };
    const look = async () => {
      // Fetched while the browser asks for the camera.
      const opening = openDetector().catch(() => undefined);
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const screen = video.current;
      if (closed.signal.aborted || screen === null) return stop();
      screen.srcObject = camera;
      await screen.play();
      const detector = await opening;
      if (detector === undefined) {
        setFailure('none');
        return stop();
      }
      while (!closed.signal.aborted) {
        // A frame that isn't there yet can't be read.
        const codes = await detector.detect(screen).catch(() => []);
        if (!closed.signal.aborted && codes.some(({ rawValue }) => found(rawValue))) stop();
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
      return undefined;
    };
    look().catch(() => {
      if (!closed.signal.aborted) setFailure('denied');
    });
    return stop;
  }, [hasCamera]);

  return { video, state: hasCamera ? (failure ?? 'scanning') : 'none' };
}
