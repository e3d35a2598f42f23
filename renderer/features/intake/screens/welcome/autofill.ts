import type { DeviceOwner } from '../../../../platform/contract/contract.ts';

/**
 * What the browser may fill in of itself, and remember: names and addresses that it remembers lie in its files in clear and are
 * offered to the next person. So only on a device that is known to be one's own.
 */
export function autofill<Token extends string>(owner: DeviceOwner, token: Token): Token | 'off' {
  return owner === 'own' ? token : 'off';
}
