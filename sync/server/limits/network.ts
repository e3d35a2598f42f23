/** The network that an address belongs to, as limits count it. */
import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Of 16 bits each: a site has all of its /64 (RFC 6177), and an address in it costs nothing. */
const NETWORK_GROUPS = 4;

function groupsOf(address: string): readonly number[] {
  // URLs write IPv6 in one way alone, whatever zeros, case or dotted tail it came with (RFC 5952).
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [read(head), read(tail ?? '')];
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => 0), ...right];
}

/** Some proxies name the client's port, too: `203.0.113.7:51234`, `[2001:db8::1]:51234`. IPv6 without brackets has none. */
const IPV4_WITH_PORT = /^(\d[\d.]+):\d+$/;
const IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;
/** Of everything that is no address: what a client could vary must never be a network of its own. */
const NO_NETWORK = 'unknown';

function withoutPort(address: string): string {
  const text = address.trim();
  return (IN_BRACKETS.exec(text) ?? IPV4_WITH_PORT.exec(text))?.[1] ?? text;
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/**
 * @param address of a client, as the socket or the trusted proxy names it, with a port or without.
 * @returns an IPv4 address itself (one that is mapped into IPv6, too), the /64 of an IPv6 address, and one network for everything else.
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return NO_NETWORK;
  const groups = groupsOf(bare);
  if (MAPPED.every((group, index) => groups[index] === group))
    return groups
      .slice(MAPPED.length)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** As providers hand addresses out: what one sender can't change from request to request. @returns the /24 of an IPv4 address, e.g. `203.0.113.0/24`; else {@link networkOf}. */
export function neighborhoodOf(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;
}
