/** Trusted Types (W3C): the policy forbids plain strings as script addresses, so that injected text can't become a worker. */

export const WORKER_URL = '/sw.js';
const POLICY = 'carefront';

/** TypeScript's DOM has no Trusted Types; what is called a string here is a TrustedScriptURL, which takes its place. */
interface Policy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

/** A page may use the policy's name once, however often it registers. */
const addresses = new WeakMap<PolicyFactory, string>();

/**
 * The worker's address as the browser wants it.
 * @param trustedTypes `window.trustedTypes`; absent in browsers that don't have it
 */
export function trustedWorkerUrl(trustedTypes: unknown): string {
  if (!isPolicyFactory(trustedTypes)) return WORKER_URL;
  const known = addresses.get(trustedTypes);
  if (known !== undefined) return known;
  const policy = trustedTypes.createPolicy(POLICY, {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError('Only the service worker is a trusted script');
      return url;
    },
  });
  const address = policy.createScriptURL(WORKER_URL);
  addresses.set(trustedTypes, address);
  return address;
}
