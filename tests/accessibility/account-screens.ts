/** What a patient sees once they sign in: who they are, and what they have said of their health. */
import { expect } from 'playwright/test';
import { mailedCode } from '../journey/signing-in.ts';
import type { TestServer } from '../support/server.ts';
import type { Visitor } from './inspection.ts';

/** A device that can make passkeys, so that one is offered. */
async function canMakePasskeys({ page }: Visitor): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
    },
  });
}

/** From a page of the vendor's with the sheet of the sign-in. */
async function inspectsTheSignIn(visitor: Visitor, server: TestServer): Promise<void> {
  const { walk, inspection, page } = visitor;
  await page.locator('header a[aria-haspopup=dialog]').click();
  await expect(page.locator('#sign-in-email')).toBeVisible();
  await inspection.sees('sign-in sheet');
  await walk.presses('account', 'send');
  await walk.showsAnError();
  await inspection.sees('sign-in sheet with errors');
  // Another person in each language: a passkey is offered to one once.
  await page.locator('#sign-in-email').fill(`marguerite.${walk.language}@example.org`);
  await walk.chooses(0, page.locator('#sign-in-device'));
  const code = await mailedCode(server, () => walk.presses('account', 'send'));
  await page.locator('#sign-in-code').fill(code);
  await expect(walk.button('passkeys', 'offer.no')).toBeVisible();
  await inspection.sees('offer of a passkey');
  await walk.presses('passkeys', 'offer.no');
  await expect(walk.sheet).toHaveCount(0);
}

async function inspectsTheProfile(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await expect(page.locator('#about')).toBeVisible();
  // The last of it that is fetched by itself.
  await expect(page.locator('section[aria-labelledby=passkeys] button')).toBeVisible();
  await inspection.sees('account');
  await page.locator('section[aria-labelledby=about] li button').first().click();
  await page.locator('#name-given').fill('Marguerite');
  await walk.presses('profile', 'save');
  await walk.showsAnError();
  await inspection.sees('name with an error');
  await page.locator('#name-family').fill('Okonkwo-Brandt');
  await walk.presses('profile', 'save');
  await expect(walk.sheet).toHaveCount(0);
  await walk.presses('profile', 'data.row');
  await expect(walk.button('profile', 'data.back')).toBeVisible();
  await inspection.sees('copy of the data');
}

async function inspectsTheHealthProfile(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await walk.presses('patient', 'addTo.body');
  await page.locator('#health-feet').fill('5');
  await page.locator('#health-inches').fill('7');
  await page.locator('#health-weight').fill('880');
  await walk.presses('patient', 'save');
  await expect(walk.button('patient', 'unusual.right')).toBeVisible();
  await inspection.sees('unusual weight');
  await walk.presses('patient', 'unusual.right');
  await expect(walk.sheet).toHaveCount(0);
  await walk.presses('patient', 'addTo.allergies');
  await page.locator('#health-name').pressSequentially('peni');
  await expect(walk.sheet.getByRole('option').first()).toBeVisible();
  await inspection.sees('list of allergies');
  await walk.sheet.getByRole('option').first().click();
  await walk.presses('patient', 'save');
  await expect(walk.sheet).toHaveCount(0);
  await inspection.sees('health profile');
}

export async function inspectsTheAccount(
  visitor: Visitor,
  server: TestServer,
  opens: (path: string) => Promise<void>,
): Promise<void> {
  const { walk, inspection, page } = visitor;
  await canMakePasskeys(visitor);
  await opens('/');
  await inspectsTheSignIn(visitor, server);
  await opens('/account/profile');
  await inspectsTheProfile(visitor);
  await opens('/account/password');
  await page.locator('input[autocomplete=new-password]').fill('calendula');
  await walk.presses('account', 'new.save');
  await walk.showsAnError();
  await inspection.sees('password with an error');
  await opens('/patient');
  await inspectsTheHealthProfile(visitor);
}
