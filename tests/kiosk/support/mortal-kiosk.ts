/**
 * A kiosk in a process of its own with somebody at it who never stops filling in forms, until the process is killed.
 * `node mortal-kiosk.ts ORDERS`; tells on its standard output, line by line, what a patient has seen.
 */
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { readBuiltIn } from '../../../electron/built-in.ts';
import { until } from '../../support/wait.ts';
import { formOf } from '../../support/words.ts';
import { runKiosk } from './run-kiosk.ts';
import { FORM, harmlessAnswers, VENDOR } from './uti-check.ts';
import { Visitor } from './visitor.ts';

export const ordersSchema = z.object({
  dataFolder: z.string(),
  memoryFolder: z.string(),
  files: z.string(),
  display: z.string(),
  builtIn: z.unknown(),
  /** Begins the given name of each patient, which a number makes whole. */
  name: z.string(),
});
export type Orders = z.infer<typeof ordersSchema>;

export const toldSchema = z.discriminatedUnion('told', [
  z.object({ told: z.literal('started') }),
  z.object({ told: z.literal('begun'), name: z.string() }),
  z.object({ told: z.literal('half'), name: z.string() }),
  z.object({ told: z.literal('sent'), name: z.string(), code: z.string() }),
]);
export type Told = z.infer<typeof toldSchema>;

const tell = (line: Told) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function run(orders: Orders): Promise<never> {
  let shown: Page | undefined;
  const { kiosk } = await runKiosk({
    ...orders,
    vendor: VENDOR,
    builtIn: readBuiltIn(orders.builtIn),
    onExit: (code) => process.exit(code),
    onRelaunch: () => process.exit(75),
    onTampered: () => process.exit(1),
    onShown(page) {
      shown = page;
    },
  });
  await kiosk.start();
  let page = await until('a page is shown', () => shown);
  await new Visitor(page).sees(new Visitor(page).words('kiosk', 'attract.title'));
  tell({ told: 'started' });
  for (let number = 1; ; number += 1) {
    const name = `${orders.name}${String.fromCharCode(96 + number)}`;
    const visitor = new Visitor(page);
    await visitor.begins();
    tell({ told: 'begun', name });
    const walkIn = visitor.button(visitor.words('kiosk', 'ways.walkIn'));
    const offered = visitor.button(new RegExp(formOf(VENDOR, FORM, 'en').title));
    await walkIn.or(offered).first().waitFor();
    if ((await offered.count()) === 0) await walkIn.click();
    await visitor.presses(new RegExp(formOf(VENDOR, FORM, 'en').title));
    const familyName = 'Okonkwo-Brandt';
    await visitor.introducesThemself({
      ...{ givenName: name, familyName, birthDate: '1984-03-17' },
      email: 'marguerite.canary@mailbox.example',
    });
    await visitor.answers(VENDOR, FORM, harmlessAnswers({ before: 'discomfort' }));
    tell({ told: 'half', name });
    await visitor.answers(
      VENDOR,
      FORM,
      harmlessAnswers(
        { from: 'discomfort' },
        { 'allergies.which': { text: 'Peanutbutterfly gave Hivesandwelts' } },
      ),
    );
    await visitor.signsAndSends(`${name} ${familyName}`);
    const finish = visitor.button(visitor.words('kiosk', 'done.finish'));
    await finish.waitFor();
    tell({ told: 'sent', name, code: await visitor.codeOnScreen() });
    await finish.click();
    const before = page;
    page = await until('another page is shown', () => (shown === before ? undefined : shown));
  }
}

if (import.meta.main) await run(ordersSchema.parse(JSON.parse(process.argv[2] ?? '')));
