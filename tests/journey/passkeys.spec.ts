/** A patient makes a passkey after a code, signs in by it, and another clinic on the same host doesn't take it. The lock of the drafts stays as it is. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from 'playwright';
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';

const EMAIL = 'ana.ruiz@example.org';

let server: TestServer;
let phone: Patient;
let devtools: CDPSession;
let authenticatorId: string;
test.beforeEach(async () => {
  server = await startServer();
  phone = await launchPatient({ worker: 'in full' });
  devtools = await phone.context.newCDPSession(phone.page);
  await devtools.send('WebAuthn.enable');
  ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, hasPrf: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  }));
});
test.afterEach(async () => {
  await phone?.close();
  await server?.close();
});

const home = (vendor: string) => `${server.origin}/connect/${vendor}/`;
const button = (name: string) => phone.page.getByRole('button', { name, exact: true });
const keys = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

function newestCode(): string | undefined {
  const outbox = join(server.dataDir, 'outbox');
  try {
    const [newest] = readdirSync(outbox)
      .filter((name) => name.endsWith('.txt'))
      .map((name) => join(outbox, name))
      .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
    return newest === undefined ? undefined : /\b\d{6}\b/.exec(readFileSync(newest, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}

async function opensSheet(vendor: string): Promise<void> {
  await phone.page.goto(home(vendor));
  await phone.page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await phone.page.getByText('Yes, it’s mine', { exact: true }).click({ force: true });
}

async function signsInByCode(vendor: string): Promise<void> {
  await opensSheet(vendor);
  await phone.page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await button('Email me a code').click();
  let code: string | undefined;
  await until('the code has been mailed', async () => {
    code = newestCode();
    return code !== undefined;
  });
  await phone.page.getByRole('textbox', { name: '6-digit code' }).fill(code ?? '');
}

async function signsOut(): Promise<void> {
  await button('Sign out').click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(phone.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

/** What the lock of the drafts makes: of this host, found without a name, and known to no server. */
async function locksDrafts(): Promise<void> {
  await phone.page.goto(home('lantern'));
  await phone.page.evaluate(async () => {
    const random = () => crypto.getRandomValues(new Uint8Array(32));
    await navigator.credentials.create({
      publicKey: {
        challenge: random(),
        rp: { id: location.hostname, name: 'Lantern Mind' },
        user: { id: random(), name: 'Lantern Mind', displayName: 'Lantern Mind' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        extensions: { prf: { eval: { first: random() } } },
      },
    });
  });
}

test('after a code a passkey is offered once, signs in, is renamed and removed, and is no other clinic’s (A24, A25)', async () => {
  const { page } = phone;
  await locksDrafts();
  const [lock] = await keys();

  await signsInByCode('lantern');
  await expect(page.getByRole('heading', { name: 'Skip the code next time' })).toBeVisible();
  await button('Create a passkey').click();
  await expect(page).toHaveURL(/\/connect\/lantern\/account\/profile$/);
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  const made = (await keys()).find(({ credentialId }) => credentialId !== lock?.credentialId);
  expect(made?.userName).toBe(`${EMAIL} · Lantern Mind`);
  expect(Buffer.from(made?.userHandle ?? '', 'base64')).toHaveLength(64);
  await signsOut();

  // The newest of this host is the lock's: the clinic doesn't know it, and nobody tells the browser so.
  const others = await keys();
  for (const { credentialId } of others)
    if (credentialId !== lock?.credentialId)
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
  await opensSheet('lantern');
  await button('Use a passkey').click();
  await expect(page.getByRole('alert').getByText(/Lantern Mind doesn’t know that passkey/)).toBeVisible();
  expect(await keys()).toHaveLength(1);
  await devtools.send('WebAuthn.removeCredential', {
    authenticatorId,
    credentialId: lock?.credentialId ?? '',
  });
  for (const credential of others)
    if (credential.credentialId !== lock?.credentialId)
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });

  await button('Use a passkey').click();
  await expect(page.getByText(new RegExp(`Signed in as .${EMAIL}`))).toBeVisible();
  await expect(page.getByText(/Last used/)).toBeVisible();

  await opensSheet('willow');
  await button('Use a passkey').click();
  await expect(page.getByText(/This passkey is for another clinic/)).toBeVisible();

  await page.goto(`${home('lantern')}account/profile`);
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await button('Save').click();
  await page.getByRole('button', { name: /^Remove .My phone/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed. We’ll email you to confirm.')).toBeVisible();
  await signsOut();
  await signsInByCode('lantern');
  // Who has had one isn't asked again.
  await expect(page).toHaveURL(/\/connect\/lantern\/account\/profile$/);
  await expect(button('Add a passkey')).toBeVisible();
});
