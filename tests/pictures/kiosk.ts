/** The kiosk's pictures: Main Street's, on the second host, in portrait. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Person, Visitor } from '../kiosk/support/visitor.ts';
import { enrol, startWholeKiosk } from '../kiosk/support/whole-kiosk.ts';

const SIZE = [1080, 1920] as const;
/** Of the picture to the screen. */
const SCALE = 0.4;
const FORM = 'stop-smoking';

const VISITOR: Person = {
  givenName: 'Nora',
  familyName: 'Lindqvist',
  birthDate: '1979-08-23',
  email: 'nora@mail.example',
};

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const [width, height] = SIZE;
  const tools = await page.context().newCDPSession(page);
  const { data } = await tools.send('Page.captureScreenshot', {
    clip: { x: 0, y: 0, width, height, scale: SCALE },
  });
  await tools.detach();
  writeFileSync(join(import.meta.dirname, `${name}.png`), data, 'base64');
}

export async function takeKioskPictures(): Promise<void> {
  const kiosk = await startWholeKiosk({ vendor: 'mainstreet', size: SIZE });
  try {
    const { givenName, familyName, birthDate } = VISITOR;
    await enrol(kiosk, [{ time: '10:50', givenName, familyName, birthDate, due: [FORM] }]);
    await picture(kiosk.page(), 'kiosk-attract');
    const visitor = new Visitor(kiosk.page());
    await visitor.begins();
    await visitor.givesBirthDate(birthDate);
    await visitor.givesName(`${givenName} ${familyName}`);
    await visitor.presses(visitor.words('kiosk', 'matched.yes'));
    await visitor.introducesThemself(VISITOR);
    await visitor.page.locator('main input').first().waitFor();
    await picture(visitor.page, 'kiosk-question');
  } finally {
    await kiosk.close();
  }
}

if (import.meta.main) await takeKioskPictures();
