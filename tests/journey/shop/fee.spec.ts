/** A consultation that leads to no medicine: its fee is held with the form, and charged once a clinician has answered; or released where it comes to nothing. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { Clinic } from '../clinic.ts';
import { codeOnScreen, Intake, PERSON } from '../intake.ts';
import { Buyer } from './buying.ts';

let server: TestServer;
let patient: Patient;
let clinic: Clinic;
let buyer: Buyer;
let intake: Intake;
test.beforeEach(async () => {
  server = await startServer();
  patient = await launchPatient({ worker: 'in full' });
  clinic = await Clinic.signsIn(server.origin, 'lantern', server.output());
  buyer = new Buyer(patient.page, server.origin, 'lantern');
  intake = new Intake(patient.page);
});
test.afterEach(async () => {
  await clinic?.leaves();
  await patient?.close();
  await server?.close();
});

const TIMES: Readonly<Record<string, string>> = { 'turn off the lights': '11:15 pm', 'get up': '7:00 am' };

/** From the landing, which says the price, to the sent form. @returns its reference. */
async function sendsTheDiary(): Promise<string> {
  const { page } = intake;
  await page.goto(buyer.at('questionnaire/sleep-diary'));
  await expect(page.getByText('$20', { exact: true })).toBeVisible();
  await intake.begins();
  await intake.isAsked(/^Which night/);
  for (;;) {
    const question = await intake.question().innerText();
    if (['So we can reply', 'Your consent', 'Check your answers'].includes(question)) break;
    const time = Object.entries(TIMES).find(([words]) => question.includes(words))?.[1];
    if (question.includes('Which night')) await intake.fillsDate(page.getByRole('main'), '2026-02-03');
    else if (time !== undefined) await page.getByRole('textbox').fill(time);
    else if (question.includes('How was the night')) await intake.answers('Fair');
    else if (question.includes('nearly fall asleep')) await intake.answers('No');
    else await intake.skips();
    if (question.includes('Which night') || time !== undefined) await intake.continues();
    await expect(intake.question()).not.toHaveText(question);
  }
  await intake.reachesTheReview();
  await intake.signsAndSends();
  await buyer.reads('Lantern Mind has your answers');
  return await codeOnScreen(page);
}

/** As a guest: one price, no address, and nothing is charged. */
async function authorizesTheFee(): Promise<void> {
  const { page } = buyer;
  await page.getByRole('link', { name: 'See your options and pay' }).click();
  await page.getByRole('link', { name: 'Pay for the consultation' }).click();
  await buyer.reads('Pay for your consultation');
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Marguerite Okonkwo-Brandt');
  await expect(page.getByRole('textbox', { name: /address/i })).toHaveCount(0);
  await buyer.type('Email or mobile number', PERSON.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await buyer.reads('Check and agree');
  await buyer.places('Continue to payment');
  await buyer.pays('4242424242424242', 'Authorize $20.00');
  await buyer.reads('Lantern Mind has your consultation');
  await expect(page.getByText(/^\$20\.00 is held on your card, not charged/)).toBeVisible();
}

test('the fee of a consultation is held, seen by the clinic, and charged once it has answered', async () => {
  const { page } = buyer;
  const code = await sendsTheDiary();
  await authorizesTheFee();
  const order = page.url();
  // Nobody pays twice: the way to pay leads to what was begun.
  await page.goto(buyer.at('questionnaire/sleep-diary/product'));
  await page.getByRole('link', { name: 'See your payment' }).click();
  await page.waitForURL(order);

  await clinic.inboxWith(code);
  await clinic.opens(code);
  await expect(clinic.page.getByText('Consultation fee, $20')).toBeVisible();
  await expect(
    clinic.page.getByText(/^Held on the patient’s card\. It’s charged when you mark the case reviewed/),
  ).toBeVisible();
  await clinic.marksReviewed();

  await expect(async () => {
    await page.reload();
    await expect(page.getByText('You paid $20.00.')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await buyer.reads('Your consultation is complete');
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();

  await clinic.page.getByRole('link', { name: /^Order / }).click();
  await expect(clinic.page.getByText('Consultation complete')).toBeVisible();
  await expect(clinic.page.getByText(/^Nothing to send/)).toBeVisible();
  await expect(clinic.page.getByRole('link', { name: 'Packing slip' })).toHaveCount(0);
  await expect(clinic.page.getByRole('button', { name: 'Refund' })).toBeVisible();
});

test('the fee is released where its patient cancels, and can be paid after all', {
  tag: '@full',
}, async () => {
  const { page } = buyer;
  await sendsTheDiary();
  await authorizesTheFee();
  await page.getByText('Cancel this payment').click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await buyer.reads('Your payment is canceled');
  await expect(page.getByText(/You haven’t been charged/)).toBeVisible();
  await page.goto(buyer.at('questionnaire/sleep-diary/product'));
  await page.getByRole('link', { name: 'Pay for the consultation' }).click();
  // What was typed is known; what was agreed to was of the payment that is over.
  await buyer.reads('Check and agree');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await buyer.places('Continue to payment');
  await buyer.pays('4242424242424242', 'Authorize $20.00');
  await buyer.reads('Lantern Mind has your consultation');
});
