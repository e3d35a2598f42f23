import { describe, expect, it } from 'vitest';
import { neighborhoodOf, neighborhoodsOf, networkOf, networksOf } from './network.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['203.0.113.7:51234', '203.0.113.7'],
    [' 203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]:51234', 'fe80:0:0:0::/64'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
    // What is no address is one network, whatever is written.
    ['client-1.example:443', 'unknown'],
    ['203.0.113.7:x', 'unknown'],
    ['203.0.113.700:51234', 'unknown'],
    ['_hidden', 'unknown'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.5', '203.0.113.0/24'],
    // As some proxies write it: not all of IPv4 is one neighborhood.
    ['::ffff:cb00:7107', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['203.0.113.77:51234', '203.0.113.0/24'],
    ['a name', 'unknown'],
  ])('and its neighborhood: of %s %s', (address, network) => expect(neighborhoodOf(address)).toBe(network));

  it('is counted with the wider ones that a household or a company gets', () => {
    const ipv6 = [
      { name: '2001:db8:1::/48', allowance: 8 },
      { name: '2001:db8:1:ab00::/56', allowance: 4 },
      { name: '2001:db8:1:abcd::/64', allowance: 1 },
    ];
    expect(networksOf('2001:db8:1:abcd::9')).toEqual(ipv6);
    expect(networksOf('[2001:db8:1:abcd::9]:51234')).toEqual(ipv6);
    expect(neighborhoodsOf('2001:db8:1:abcd::9')).toEqual(ipv6);
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', 'unknown'])
      expect(networksOf(address)).toEqual([{ name: networkOf(address), allowance: 1 }]);
    expect(neighborhoodsOf('203.0.113.7')).toEqual([{ name: '203.0.113.0/24', allowance: 1 }]);
    // By its own name, too.
    for (const address of ['203.0.113.7', '2001:db8:1:abcd::9', 'unknown'])
      expect(neighborhoodsOf(neighborhoodOf(address))).toEqual(neighborhoodsOf(address));
  });
});
