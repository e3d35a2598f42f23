/** Headers of everything that a browser is sent. */
import { createHash } from 'node:crypto';
import type { PageGrant } from '../base/page-grant.ts';
import { LATE_START, startsLate } from './late-scripts.ts';

/**
 * React Aria puts one stylesheet into the page at run time; its hash is the only inline style that is allowed. The test
 * beside this file compares it with the library's source.
 */
export const REACT_ARIA_STYLE = `
@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}
`.trim();

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

type Policy = Readonly<Record<string, string>>;

const policy: Policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': `'self' ${hashSource(REACT_ARIA_STYLE)}`,
  'img-src': "'self' blob: data:",
  // Films and sounds that a form carries itself.
  'media-src': "'self' blob: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  // For the unseen frame that makes a new version take over: see `renderer/pwa/updates.ts`.
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'carefront',
};

const written = (rules: Policy) =>
  Object.entries(rules)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

export const CONTENT_SECURITY_POLICY = written(policy);

/** Of screens that use one of the device's powers, by its name (`sync/domain/powered-screens.ts`). */
export const powerGrants = {
  camera: { sources: {}, without: [], permissions: { camera: '(self)' } },
  geolocation: { sources: {}, without: [], permissions: { geolocation: '(self)' } },
  // What a browser has noted of them; neither is used.
  devices: { sources: {}, without: [], permissions: { camera: '(self)', microphone: '(self)' } },
} satisfies Record<string, PageGrant>;

const NOTHING: PageGrant = { sources: {}, without: [], permissions: {} };

/** The policy of a page, which may name its own import map: the one script that browsers take only from the page itself. It may start its modules late. */
export function pagePolicy(html: string, { sources, without }: PageGrant = NOTHING): string {
  const map = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1];
  const scripts = [map, startsLate(html) ? LATE_START : undefined].flatMap((text) =>
    text === undefined ? [] : hashSource(text),
  );
  const own = Object.entries(policy).flatMap(([directive, allowed]) => {
    if (without.includes(directive)) return [];
    const inline = directive === 'script-src' ? scripts : [];
    return [[directive, [allowed, ...inline, sources[directive]].filter(Boolean).join(' ')] as const];
  });
  return written(Object.fromEntries(own));
}

/** @param origins that may show the page in a frame; without one, nobody may. */
export const framedPolicy = (policy: string, origins: readonly string[]): string =>
  origins.length === 0
    ? policy
    : policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`);

/** Nothing on a device is used that a screen doesn't ask for. */
const FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

export function permissionsPolicy({ permissions }: PageGrant = NOTHING): string {
  return FEATURES.map((feature) => `${feature}=${permissions[feature] ?? '()'}`).join(', ');
}

const always: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** @param isHttps whether browsers reach this server by HTTPS: only then may they be told to stay there. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : always;
}
