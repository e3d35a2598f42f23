/** The main job in a browser that is steered from outside: written offline, the browser killed, received once (G1, G2, G3). */
import { expect } from 'vitest';
import { ConsoleClient } from '../support/console-client.ts';
import type { DrivenPatient } from '../support/driven-patient.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import type { MoodForm } from './imported-vendors.ts';

const SEND_MS = 90_000;

export interface DrivenBrowser {
  patient(): DrivenPatient;
  /** SIGKILL to all of its processes: nothing is flushed. */
  kill9(): Promise<void>;
  /** Opens the same profile again. */
  relaunch(): Promise<DrivenPatient>;
}

/** Of nine answers worth one each. */
export const NINE_ONES = { total: 9, answered: 9, of: 9, max: 27 };

/**
 * @param begun called when the form has been begun, before the first answer
 * @returns the score that the clinic sees: {@link NINE_ONES}
 */
export async function sendsNineAnswersThroughAKill(
  server: TestServer,
  browser: DrivenBrowser,
  mood: MoodForm,
  begun: (patient: DrivenPatient) => Promise<void> = async () => undefined,
): Promise<unknown> {
  const form = `${server.origin}/connect/lantern/questionnaire/${mood.slug}`;
  const patient = browser.patient();
  await patient.opens(form);
  await until('everything is on the device', () => patient.hasAWorker(), SEND_MS);
  await patient.opens(form);
  expect(await patient.isControlledByTheWorker()).toBe(true);
  // As narrow as a phone.
  expect(await patient.width()).toBe(390);

  await server.stop();
  await patient.opens(form);
  expect(await patient.isControlledByTheWorker()).toBe(true);
  await patient.begins();
  await begun(patient);
  for (let number = 0; number < 4; number += 1) await patient.answers(mood.sometimes);
  const fifth = await patient.headline();
  expect(await patient.overflow()).toBe(0);
  await patient.isSaved();
  await browser.kill9();

  const again = await browser.relaunch();
  await again.opens(form);
  await again.reads('Pick up at question 5. Your answers are saved.');
  await again.presses('Continue');
  await again.sees(fifth);
  for (let back = 0; back < 4; back += 1) {
    const from = await again.headline();
    await again.presses('Back');
    await until('the question before shows', async () => (await again.headline()) !== from);
    expect(await again.chosen()).toBe(mood.sometimes);
  }
  for (let forward = 0; forward < 4; forward += 1) await again.answers(mood.sometimes);
  await again.sees(fifth);
  for (let number = 4; number < 9; number += 1) await again.answers(mood.sometimes);
  // The ninth question is about self-harm: the panel opens before the form goes on.
  await again.reads('It will send automatically');
  await again.presses('Back to my answers');
  for (const option of mood.afterwards) await again.answers(option);
  await again.agrees();
  await again.sees('Check your answers');
  await again.signsAndSends();
  await again.sees('Waiting to send');
  const code = /\b[0-9A-Z]{2}-[0-9A-Z]{4}\b/.exec(await again.text())?.[0];
  expect(code).toBeDefined();

  await server.start();
  await until(
    'the clinic has the form',
    async () => {
      await again.isToldOfTheNetwork();
      return (await again.headline()) === 'Lantern Mind has your answers';
    },
    SEND_MS,
  );
  expect(await again.text()).toContain(code);
  const staff = await ConsoleClient.signsIn(server.origin, 'lantern', server.output());
  // Received is said before the form has been judged.
  await expect
    .poll(async () => (await staff.cases()).map((item) => item.code), { timeout: 20_000 })
    .toEqual([code]);
  const cases = await staff.cases();
  const { score } = await staff.opens(cases[0]?.id ?? '');
  return score;
}
