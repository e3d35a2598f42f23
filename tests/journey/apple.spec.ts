/** Patients go to Apple and come back, in the pages of the app; somebody plays Apple on this machine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { openTestApple, type TestApple } from '../../sync/server/providers/apple/testing/test-apple.ts';
import { temporaryFolder } from '../support/paths.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { signsIn } from './signing-in.ts';

const APPLE = 'https://appleid.apple.com';
const FORM = '/connect/lantern/questionnaire/mood-check-in';
const ACCOUNT = '/connect/lantern/account/profile';
const CALLBACK = '/auth/apple/callback';

let server: TestServer;
let theirs: TestApple;
let phone: Patient;
test.beforeAll(async () => {
  server = await startServer();
  theirs = await openTestApple(server.origin + CALLBACK, new URL(APPLE));
  const { clientId, teamId, keyId, privateKey } = theirs.keys;
  const keyFile = join(temporaryFolder('apple'), 'AuthKey.p8');
  writeFileSync(keyFile, privateKey);
  // Its own address is known once it has run.
  await server.stop();
  await server.start({
    ...{ PUBLIC_URL: server.origin, TEST_APPLE_PORT: String(theirs.port) },
    ...{ APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_KEY_FILE: keyFile },
    NODE_OPTIONS: '--import ./tests/support/apple-elsewhere.ts',
  });
});
test.afterAll(async () => {
  await server?.close();
  await theirs?.close();
});
test.beforeEach(async () => {
  phone = await launchPatient({ worker: 'in full' });
});
test.afterEach(async () => {
  await phone?.close();
});

interface AtApple {
  /** As Apple's form has it the first time. */
  readonly name?: { readonly firstName: string; readonly lastName: string };
  readonly nonce?: string;
  readonly cancels?: boolean;
}

/** What happens at Apple, from now on: its page makes the browser post a form to the server. */
async function atApple({ name, nonce, cancels = false }: AtApple = {}): Promise<void> {
  await phone.page.unrouteAll();
  await phone.page.route(`${APPLE}/**`, async (route) => {
    const url = new URL(route.request().url());
    const state = url.searchParams.get('state') ?? '';
    if (nonce !== undefined) url.searchParams.set('nonce', nonce);
    const form = cancels
      ? new URLSearchParams({ error: 'user_cancelled_authorize', state })
      : await theirs.signIn(url);
    if (name) form.set('user', JSON.stringify({ name }));
    const fields = [...form].map(
      ([key, value]) => `<input type="hidden" name="${key}" value="${value.replaceAll('"', '&quot;')}">`,
    );
    await route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${server.origin}${CALLBACK}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
    });
  });
}

const screen = () => phone.page;
const heading = (name: string) => screen().getByRole('heading', { name, exact: true, level: 1 });
const link = (name: string) => screen().getByRole('link', { name, exact: true });
const button = (name: string) => screen().getByRole('button', { name, exact: true });

/** From a page of the vendor's, over its sign-in sheet. */
async function goesToApple(): Promise<void> {
  await phone.page.goto(server.origin + FORM);
  await link('Sign in').click();
  await screen().getByText('Yes, it’s mine', { exact: true }).click({ force: true });
  await button('Continue with Apple').click();
}

async function signsOut(): Promise<void> {
  await button('Sign out').click();
  await screen().getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(screen().getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

test('who comes back is where they were; Apple hides their address and tells their name once, which they save themselves (A13, A16)', async () => {
  theirs.account = {
    ...{ sub: '001.relay', email: 'x7f@privaterelay.appleid.com' },
    ...{ email_verified: 'true', is_private_email: 'true' },
  };
  await atApple({ name: { firstName: 'Ana', lastName: 'Ruiz' } });
  await goesToApple();
  await expect(heading('You’re signed in')).toBeVisible();
  expect(new URL(screen().url()).pathname).toBe(CALLBACK);
  await expect(link('Add another email')).toBeVisible();
  await expect(link('Use the name \u2068Ana Ruiz\u2069')).toBeVisible();
  await link('Continue').click();
  await expect(screen()).toHaveURL(server.origin + FORM);
  await expect(link('Account')).toBeVisible();

  await screen().goto(server.origin + ACCOUNT);
  await expect(button('Add Name')).toBeVisible();
  await button('Use this name').click();
  await screen().getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(screen().getByRole('list', { name: 'About you' }).getByText('Ana Ruiz')).toBeVisible();
  await expect(button('Use this name')).toHaveCount(0);
  await signsOut();

  await atApple();
  await goesToApple();
  await expect(link('Add another email')).toBeVisible();
  await expect(screen().getByText(/Ana Ruiz/)).toHaveCount(0);
});

test('an answer that isn’t for this sign-in opens nothing, and says what to do - another nonce, another state, or none came', {
  tag: '@full',
}, async () => {
  theirs.account = { sub: '001.nonce', email: 'nonce@icloud.example', email_verified: 'true' };
  await atApple({ nonce: 'another' });
  await goesToApple();
  await expect(heading('We couldn’t finish signing in with Apple')).toBeVisible();
  await expect(link('Lantern Mind')).toBeVisible();
  await link('Back to where you were').click();
  await expect(screen()).toHaveURL(server.origin + FORM);
  await expect(link('Sign in')).toBeVisible();

  await atApple({ cancels: true });
  await goesToApple();
  await expect(heading('You stopped signing in with Apple')).toBeVisible();
  await link('Go to sign-in').click();
  await expect(screen()).toHaveURL(server.origin + ACCOUNT);
  await expect(screen().getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();

  await screen().goto(`${server.origin}${CALLBACK}`);
  await expect(heading('We couldn’t finish signing in with Apple')).toBeVisible();
  await link('All clinics').click();
  await expect(link('Lantern Mind')).toBeVisible();
});

test('an address that is known here is proven first; then Apple is linked, signs in at once, and is unlinked (A5, A18)', {
  tag: '@full',
}, async () => {
  const email = 'known@mail.example';
  await screen().goto(server.origin + ACCOUNT);
  await signsIn(server, phone, email);
  await expect(screen().getByRole('heading', { name: 'About you' })).toBeVisible();
  await signsOut();

  theirs.account = { sub: '001.known', email, email_verified: true };
  await atApple();
  await goesToApple();
  await expect(heading('Sign in once to link Apple')).toBeVisible();
  await signsIn(server, phone, email);
  await expect(heading('Apple is linked')).toBeVisible();
  await link('Continue').click();
  await expect(screen()).toHaveURL(server.origin + FORM);

  await screen().goto(server.origin + ACCOUNT);
  await expect(screen().getByRole('heading', { name: 'Sign in with Apple' })).toBeVisible();
  await signsOut();
  await goesToApple();
  await expect(screen()).toHaveURL(server.origin + FORM);
  await expect(link('Account')).toBeVisible();

  await screen().goto(server.origin + ACCOUNT);
  const revoked = theirs.revoked.length;
  await button('Unlink Apple').click();
  await screen().getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(screen().getByText('Apple is unlinked. We’ll email you to confirm.')).toBeVisible();
  await expect.poll(() => theirs.revoked.length).toBeGreaterThan(revoked);

  await button('Link Apple').click();
  await expect(heading('Apple is linked')).toBeVisible();
  await link('Continue').click();
  await expect(screen()).toHaveURL(server.origin + ACCOUNT);
  await expect(button('Unlink Apple')).toBeVisible();
});
