/** Answers the requests of the kiosk's own pages (S6). */
import { type BuiltFiles, sha256Of } from './built-files.ts';

/** Privileges of the scheme. What it may not do is false on purpose: `corsEnabled` lets every other origin read it. */
export const SCHEME_PRIVILEGES = Object.freeze({
  standard: true,
  secure: true,
  supportFetchAPI: true,
  codeCache: true,
  bypassCSP: false,
  corsEnabled: false,
  allowServiceWorkers: false,
  allowExtensions: false,
  stream: false,
} as const);

export interface SchemeOptions {
  /** The one host: `kiosk` in `carefront://kiosk/`. */
  readonly origin: string;
  readonly manifest: BuiltFiles;
  /** @param path one of the manifest's. Rejects where the file can't be read. */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Origin of the vendor's server, which pages may speak to. */
  readonly server: string;
  /** `'self'` is the scheme; where the pack has photos taken, the camera is allowed to it. */
  readonly camera: boolean;
  /** A file isn't what was built. */
  readonly onTampered: (path: string) => void;
}

const SHELL = '/index.html';
/**
 * React Aria puts one stylesheet into the page at run time, which lets fingers scroll over buttons: its hash, as the patients' app allows it, too
 * (`sync/server/web/security-headers.ts`).
 */
const REACT_ARIA_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** As S6 has it, for one vendor's server. */
export function contentSecurityPolicy(server: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${REACT_ARIA_STYLE}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self' ${server}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // The page's own (`renderer/kiosk/trusted-labels.ts`): labels of keys, and nothing else.
    'trusted-types default',
  ].join('; ');
}

/** The handler for `protocol.handle`: one for each session that is made. Never rejects. */
export function createSchemeAnswer(options: SchemeOptions): (request: Request) => Promise<Response> {
  const { origin, manifest, read, server, camera, onTampered } = options;
  const own = new URL(origin);
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const base = {
    'content-security-policy': contentSecurityPolicy(server),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), usb=(), serial=(), hid=(), bluetooth=(), display-capture=(), clipboard-read=(), clipboard-write=()`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // What is built doesn't change while the kiosk runs, and nothing of it may come to lie on the disk.
    'cache-control': 'no-store',
  };
  const refuse = (status: number, more: Readonly<Record<string, string>> = {}) =>
    new Response(null, { status, headers: { ...base, ...more } });

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' });
    if (!URL.canParse(request.url)) return refuse(400);
    const { protocol, host, pathname, username, password } = new URL(request.url);
    if (protocol !== own.protocol || host !== own.host || username !== '' || password !== '')
      return refuse(404);
    // A route of the app has no extension; a file that isn't there is not there.
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    const file =
      files.get(pathname) ?? (last.includes('.') || last.includes('%') ? undefined : files.get(SHELL));
    if (file === undefined) return refuse(404);
    try {
      const bytes = await read(file.path);
      if (sha256Of(bytes) !== file.sha256) {
        onTampered(file.path);
        return refuse(500);
      }
      return new Response(request.method === 'HEAD' ? null : bytes, {
        headers: { ...base, 'content-type': file.type, 'content-length': String(bytes.byteLength) },
      });
    } catch {
      return refuse(500);
    }
  };
}
