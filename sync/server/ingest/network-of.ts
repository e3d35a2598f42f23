/** The network of an address, as providers hand them out: what one sender can't change from request to request. */
import { isIPv4, isIPv6 } from 'node:net';

const GROUPS_OF_64 = 4;
const ALL_GROUPS = 8;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an address without zone; what `::` leaves out is zero. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, ALL_GROUPS - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
}

/** @returns the /24 of an IPv4 address or the /64 of an IPv6 one, e.g. `203.0.113.0/24`; any other text as it is. */
export function networkOf(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address.split('%')[0] ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain).slice(0, GROUPS_OF_64);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
