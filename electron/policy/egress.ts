/**
 * What leaves the machine (S7): requests to the vendor's own server, and nothing else. It stands behind the pages' Content-Security-Policy, for
 * whatever that doesn't see: prefetches, a compromised page, Chromium itself.
 */
import { isOwnPage } from './permissions.ts';

export interface EgressHost {
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: { readonly url: string; readonly method: string },
        callback: (answer: { readonly cancel: boolean }) => void,
      ) => void,
    ): void;
  };
  setCertificateVerifyProc(
    verify: (
      request: {
        readonly hostname: string;
        readonly errorCode: number;
        readonly certificate: { readonly fingerprint: string };
        readonly validatedCertificate?: { readonly fingerprint: string };
      },
      callback: (code: number) => void,
    ) => void,
  ): void;
}

export interface EgressPolicy {
  /** Origin of the kiosk's own pages, which come from its files. */
  readonly pages: string;
  /** Addresses below which requests may go: `https://care.example/connect/willow/`. */
  readonly servers: readonly string[];
  /** Chromium's fingerprints (`sha256/…`) that the server's certificate may have; empty leaves it to the machine's roots. */
  readonly pins: readonly string[];
}

/** Answers of `setCertificateVerifyProc`, see Electron's `session`: accept, reject, leave to Chromium. */
const REJECT = -2;
const AS_CHROMIUM_SAYS = -3;

/** @returns whether `url` stands below `server`, path included, however it is written. */
export function isBelow(url: string, server: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(server)) return false;
  const [asked, allowed] = [new URL(url), new URL(server)];
  if (asked.username !== '' || asked.password !== '' || asked.origin !== allowed.origin) return false;
  if (asked.origin === 'null') return false;
  const folder = allowed.pathname.endsWith('/') ? allowed.pathname : `${allowed.pathname}/`;
  // Encoded separators and dots are read differently by different servers: none of ours needs them.
  return asked.pathname.startsWith(folder) && !/%(2e|2f|5c)/i.test(asked.pathname);
}

/** @param onKeptBack called without the address: it may hold what somebody wrote. */
export function lockEgress(
  session: EgressHost,
  { pages, servers, pins }: EgressPolicy,
  onKeptBack: () => void = () => undefined,
): void {
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const own =
      isOwnPage(url, pages) || (url.startsWith('blob:') && isOwnPage(url.slice('blob:'.length), pages));
    // A picture that the page made itself; it goes nowhere.
    const inPage = url.startsWith('data:image/');
    const allowed = own || inPage || servers.some((server) => isBelow(url, server));
    if (!allowed) onKeptBack();
    callback({ cancel: !allowed });
  });
  session.setCertificateVerifyProc(({ errorCode, certificate, validatedCertificate }, callback) => {
    // A pin narrows what Chromium accepts, and never widens it.
    const presented = [certificate.fingerprint, validatedCertificate?.fingerprint];
    const pinned = pins.length === 0 || presented.some((one) => one !== undefined && pins.includes(one));
    callback(errorCode === 0 && !pinned ? REJECT : AS_CHROMIUM_SAYS);
  });
}
