import { expect, test } from 'vitest';
import { findPolicyFault } from './managed-policy.ts';

const IN_FORCE = '/etc/chromium/policies/managed/carefront-kiosk.json';

test('the policy that is in force is this version’s, to the letter', () => {
  const machine = (installed: string | undefined) => (path: string) =>
    path === IN_FORCE ? installed : '{"a":1}';
  expect(findPolicyFault(machine('{"a":1}'))).toBeUndefined();
  expect(findPolicyFault(machine('{"a":2}'))).toContain('install.sh');
  expect(findPolicyFault(machine(undefined))).toContain(IN_FORCE);
  expect(findPolicyFault(() => undefined)).toBeDefined();
});
