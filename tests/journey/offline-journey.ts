/** The main job as one way from the visit to the clinic's inbox, for any form: written offline, received exactly once. */
import { expect } from 'playwright/test';
import type { Patient } from '../support/patient.ts';
import type { TestServer } from '../support/server.ts';
import { workerIsReady } from '../support/worker.ts';
import { Clinic } from './clinic.ts';
import type { ImportedForm, MoodForm } from './imported-vendors.ts';
import { codeOnScreen, Intake } from './intake.ts';

const RECEIVED = 'Lantern Mind has your answers';

export class OfflineJourney {
  private readonly server: TestServer;
  private readonly patient: Patient;
  private clinic: Clinic | undefined;
  constructor(server: TestServer, patient: Patient) {
    this.server = server;
    this.patient = patient;
  }

  form(slug: string): string {
    return `${this.server.origin}/connect/lantern/questionnaire/${slug}`;
  }

  /** Visits once, so that everything is on the device; then network and server are gone. */
  async opensThenGoesOffline(slug: string): Promise<Intake> {
    const page = this.patient.page;
    await page.goto(this.form(slug));
    await workerIsReady(page);
    await page.reload();
    await this.server.stop();
    await this.patient.goOffline();
    return new Intake(page);
  }

  async comesBackOnline(): Promise<void> {
    await this.server.start();
    await this.patient.goOnline();
  }

  async isReceived(intake: Intake, timeout = 60_000): Promise<void> {
    await expect(intake.page.getByRole('heading', { level: 1, name: RECEIVED })).toBeVisible({ timeout });
  }

  /** @returns the code of what waits. */
  async signsAndWaits(intake: Intake): Promise<string> {
    await intake.signsAndSends();
    await expect(intake.page.getByRole('heading', { level: 1, name: 'Waiting to send' })).toBeVisible();
    return codeOnScreen(intake.page);
  }

  async hasOneCase(code: string): Promise<Clinic> {
    const signedIn = await Clinic.signsIn(this.server.origin, 'lantern', this.server.output());
    this.clinic = signedIn;
    const cases = (await signedIn.inboxWith(code)).filter((item) => item.kind === 'case');
    expect(cases.map((item) => item.code)).toEqual([code]);
    return signedIn;
  }

  /** Killed after the fourth of nine answers, resumed at the fifth, sent when the server is back: one case, with score and code. */
  async sendsNineAnswersThroughAKill(mood: MoodForm): Promise<void> {
    const intake = await this.opensThenGoesOffline(mood.slug);
    await intake.begins();
    for (let number = 0; number < 3; number += 1) await intake.answers(mood.sometimes);
    const fourth = await intake.question().innerText();
    await intake.answers(mood.sometimes);
    await expect(intake.question()).not.toHaveText(fourth);
    const fifth = await intake.question().innerText();
    // G1 promises what the screen has called saved: the answer, and the place that it led to.
    await intake.isSaved();
    await this.patient.killBrowser();

    const page = await this.patient.relaunch();
    await page.goto(this.form(mood.slug));
    const resumed = new Intake(page);
    await expect(page.getByText('Pick up at question 5. Your answers are saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await resumed.isAsked(fifth);
    for (let back = 0; back < 4; back += 1) {
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page.getByRole('radio', { name: mood.sometimes })).toBeChecked();
    }
    for (let forward = 0; forward < 4; forward += 1) await resumed.continues();
    await resumed.isAsked(fifth);
    for (let number = 4; number < 9; number += 1) await resumed.answers(mood.sometimes);
    // The ninth question is about self-harm: the panel opens before the form goes on.
    await page.getByRole('button', { name: 'Back to my answers' }).click();
    for (const option of mood.afterwards) await resumed.answers(option);
    await resumed.reachesTheReview();
    const code = await this.signsAndWaits(resumed);

    await this.comesBackOnline();
    await this.isReceived(resumed);
    expect(await codeOnScreen(page)).toBe(code);
    const desk = await this.hasOneCase(code);
    await desk.opens(code);
    const shown = desk.page.getByRole('main');
    await expect(shown.getByText('9 of 9 answered').locator('..')).toHaveText(
      new RegExp(`^Score\\s*9 of ${mood.max}\\s*9 of 9 answered$`),
    );
    await expect(shown.getByText(mood.sometimes).first()).toBeVisible();
  }

  /** Each question is answered by the first way that it offers. */
  async sendsWhateverIsAsked(form: ImportedForm): Promise<void> {
    const intake = await this.opensThenGoesOffline(form.slug);
    await intake.begins();
    await intake.answersWhateverComes();
    const code = await this.signsAndWaits(intake);
    await this.comesBackOnline();
    await this.isReceived(intake);
    await this.hasOneCase(code);
  }

  async ends(): Promise<void> {
    await this.clinic?.leaves();
    this.clinic = undefined;
  }
}
