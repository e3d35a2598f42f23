/**
 * Screens of a vendor's space whose document may do what no other may. Each is a document of its own: it always comes from the server, is entered and left by
 * a load, and no other screen ever has its powers.
 */
export type DocumentPower =
  /** Asks the device where it is; the answer stays there. */
  | 'geolocation'
  /** Looks through the camera, for a code; no picture leaves the device. */
  | 'camera'
  /** Asks what the browser has noted of camera and microphone: without it, every browser would say that they are denied. */
  | 'devices'
  /** Talks to whoever takes the cards, where that is somebody else. */
  | 'card';

/** As in `vendor-screens.ts`; those of other screens are in `platform-screens.ts`. */
export const poweredScreens: Readonly<Record<string, DocumentPower>> = {
  'checkout/pharmacy': 'geolocation',
  'checkout/payment/$order': 'card',
};

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** What may stand for `$order` in an address: an order's own id, which says nothing of it. */
export const isOrderId = (text: string): boolean => new RegExp(`^${UUID}$`).test(text);

const patterns = Object.entries(poweredScreens).map(
  ([screen, power]) => [new RegExp(`^${screen.replace('$order', UUID)}$`), power] as const,
);

/** @param path within the vendor's space: `checkout/pharmacy` */
export const powerOf = (path: string): DocumentPower | undefined =>
  patterns.find(([pattern]) => pattern.test(path))?.[1];
