/**
 * Whose word counts for where a request comes from. `X-Forwarded-For` is a list that every proxy adds to at its end, and that anybody may begin
 * with whatever they like: it is read from its end, for as long as those who wrote it are trusted.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** Nobody; so many proxies, the last of which is asked; or the networks in which they are. */
export type TrustProxy = false | number | readonly string[];

const MAX_PROXIES = 9;
/** Names of networks that `proxy-addr` knows. */
const NAMED_NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (bits === 0 || more.length > 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  // A network of all addresses would trust anybody.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;
}

/** @returns undefined for what is neither a number of proxies nor their networks: "true" would believe anybody. */
export function readTrustProxy(text: string): TrustProxy | undefined {
  if (['false', 'no', 'off', '0'].includes(text.toLowerCase())) return false;
  if (/^\d+$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined;
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** As Fastify takes it. It trusts nobody for a number of its own accord: with one, this server must be reached through its proxies alone. */
export function fastifyTrust(
  trust: TrustProxy,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  return trust === false ? false : [...trust];
}
