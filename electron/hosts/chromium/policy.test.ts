import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { originOf } from './page/names.ts';

const policy: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../os/linux/chromium-policy.json'), 'utf8'),
);

test('the clinic’s policy for Chromium is JSON, closes what a patient could open, and lets the kiosk’s own pages be', () => {
  expect(policy).toMatchObject({
    URLBlocklist: expect.arrayContaining(['*', 'chrome://*', 'devtools://*']),
    ExtensionInstallBlocklist: ['*'],
    DownloadRestrictions: 3,
    IncognitoModeAvailability: 1,
    AllowFileSelectionDialogs: false,
    PrintingEnabled: false,
    TaskManagerEndProcessEnabled: false,
  });
  const { URLAllowlist } = Object(policy);
  // A host without a dot in front stands for those below it, too.
  expect(URLAllowlist).toEqual(['about:blank', originOf('x').replace('//x.', '//')]);
});

test('it leaves the pipe alone: developer tools that are disallowed would keep the host itself out', () => {
  expect(policy).toMatchObject({ DeveloperToolsAvailability: 0 });
  expect(policy).not.toHaveProperty('RemoteDebuggingAllowed');
});
