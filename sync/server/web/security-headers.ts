/** Headers of everything that a browser is sent. */
import { createHash } from 'node:crypto';

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

/**
 * What a document of its own may do besides, by the power that its screen is listed with (`sync/domain/powered-screens.ts`). A card is talked about with Stripe
 * alone, and only where the vendor is paid by it: as its documentation lists, without what it asks for on pages that aren't about paying. Its script makes
 * scripts and frames of its own, so that these documents do without trusted types.
 */
const POWERS = {
  camera: { sources: {}, without: [], permissions: { camera: '(self)' } },
  geolocation: { sources: {}, without: [], permissions: { geolocation: '(self)' } },
  stripe: {
    sources: {
      'script-src': 'https://js.stripe.com https://*.js.stripe.com',
      'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      'connect-src': 'https://api.stripe.com',
    },
    without: ['require-trusted-types-for', 'trusted-types'],
    permissions: { payment: '(self "https://js.stripe.com")' },
  },
} satisfies Record<string, { sources: Policy; without: string[]; permissions: Policy }>;
export type GrantedPower = keyof typeof POWERS;

/** The policy of a page, which may name its own import map: the one script that browsers take only from the page itself. */
export function pagePolicy(html: string, power?: GrantedPower): string {
  const { sources, without }: { sources: Policy; without: readonly string[] } = power
    ? POWERS[power]
    : { sources: {}, without: [] };
  const map = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1];
  const own = Object.entries(policy).flatMap(([directive, allowed]) => {
    if (without.includes(directive)) return [];
    const hash = directive === 'script-src' && map !== undefined ? hashSource(map) : undefined;
    return [[directive, [allowed, hash, sources[directive]].filter(Boolean).join(' ')] as const];
  });
  return written(Object.fromEntries(own));
}

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

export function permissionsPolicy(power?: GrantedPower): string {
  const granted: Policy = power ? POWERS[power].permissions : {};
  return FEATURES.map((feature) => `${feature}=${granted[feature] ?? '()'}`).join(', ');
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
