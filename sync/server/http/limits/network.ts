/** The network that an address belongs to, as limits count it. */
import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;

/** A network that something counts against. */
export interface CountedNetwork {
  readonly name: string;
  /** How many times as much it may as a single network. */
  readonly allowance: number;
}

/**
 * Of IPv6, widest first. An address within a /64 costs nothing, nor does a /64 within what a household or a company gets: a /56 or a /48 (RFC 6177).
 * Each is counted, the wider ones with more, since several sites may share them. A /48 must not have enough to use up by itself what there is for
 * all: fifty failures of an account, the streams of a vendor's devices (2,000), the connections of a process (10,000).
 */
const PREFIXES = [
  { bits: 48, allowance: 8 },
  { bits: 56, allowance: 4 },
  { bits: 64, allowance: 1 },
] as const;
const NETWORK_BITS = 64;

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

/** @returns the name of the network of so many bits, e.g. `2001:db8:1:200::/56`. */
function prefixOf(groups: readonly number[], bits: number): string {
  const whole = groups.slice(0, Math.ceil(bits / GROUP_BITS)).map((group, index) => {
    const kept = Math.min(GROUP_BITS, bits - index * GROUP_BITS);
    return group & (0xffff << (GROUP_BITS - kept));
  });
  return `${whole.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** @returns IPv4 as text, the groups of IPv6, and undefined for what is no address. */
function readAddress(address: string): string | readonly number[] | undefined {
  const [bare = ''] = withoutPort(address).split('%');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  if (!MAPPED.every((group, index) => groups[index] === group)) return groups;
  return groups
    .slice(MAPPED.length)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/**
 * @param address of a client, as the socket or the trusted proxy names it, with a port or without.
 * @returns an IPv4 address itself (one that is mapped into IPv6, too), the /64 of an IPv6 address, and one network for everything else.
 */
export function networkOf(address: string): string {
  const read = readAddress(address) ?? NO_NETWORK;
  return typeof read === 'string' ? read : prefixOf(read, NETWORK_BITS);
}

/** Every network that an address counts against where networks are limited, widest first. The last is {@link networkOf}. */
export function networksOf(address: string): readonly CountedNetwork[] {
  const read = readAddress(address) ?? NO_NETWORK;
  if (typeof read === 'string') return [{ name: read, allowance: 1 }];
  return PREFIXES.map(({ bits, allowance }) => ({ name: prefixOf(read, bits), allowance }));
}

const neighborhood = (network: string) =>
  isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;

/** As providers hand addresses out: what one sender can't change from request to request. @returns the /24 of an IPv4 address, e.g. `203.0.113.0/24`; else {@link networkOf}. */
export function neighborhoodOf(address: string): string {
  return neighborhood(networkOf(address));
}

/** {@link networksOf} by neighborhoods. @param address also a neighborhood, as {@link neighborhoodOf} names it. */
export function neighborhoodsOf(address: string): readonly CountedNetwork[] {
  return networksOf(address.replace(/\/\d+$/, '')).map(({ name, allowance }) => ({
    name: neighborhood(name),
    allowance,
  }));
}
