import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPack } from './check.ts';
import { copyDemoPacks, type TestPacks } from './testing.ts';

let packs: TestPacks;
beforeEach(async () => {
  packs = await copyDemoPacks(['harbour', 'northgate']);
});
afterEach(() => packs.remove());

const found = async (vendor: string) =>
  (await checkPack(packs.dir(vendor))).faults.map(({ code, path }) => `${code} ${path}`);

describe('in Britain, a medicine on prescription is named nowhere before a consultation (promise 9)', () => {
  test.each([
    ['tagline.en', '$.tagline.en', 'Semaglutide from £99'],
    ['faq.0.answer.en', '$.faq[0].answer.en', 'Yes: we prescribe Wegovy.'],
    ['questionnaires.0.title.en', '$.questionnaires[0].title.en', 'Tirzepatide assessment'],
    [
      'questionnaires.1.purpose.en',
      '$.questionnaires[1].purpose.en',
      'Find out whether you need amoxicillin.',
    ],
    ['steps.2.text.en', '$.steps[2].text.en', 'MOUNJARO comes by post.'],
    ['clinicians.0.about.en', '$.clinicians[0].about.en', 'Priya prescribes orlistat.'],
    ['kiosk.doneInstruction.en', '$.kiosk.doneInstruction.en', 'Collect your Viagra'],
  ])('%s', async (place, path, text) => {
    await packs.edit('harbour', 'vendor.json', (json) => json.set(place, text));
    expect(await found('harbour')).toEqual([`medicine-named ${path}`]);
  });

  test('a word that only looks like one is none', async () => {
    await packs.edit('harbour', 'vendor.json', (json) =>
      json.set('description.en', 'The status of Carol’s statement is on the bicycle line.'),
    );
    expect(await found('harbour')).toEqual([]);
  });

  test('why a form asks something is read within the consultation', async () => {
    await packs.edit('harbour', 'vendor.json', (json) =>
      json.set('questionnaires.0.why.weight', { en: 'Semaglutide is dosed without it.' }),
    );
    expect(await found('harbour')).toEqual([]);
  });

  test('elsewhere it may be named, unless the vendor cares for people in Britain, too', async () => {
    await packs.edit('northgate', 'vendor.json', (json) => json.set('tagline.en', 'Finasteride, by mail.'));
    expect(await found('northgate')).toEqual([]);
    await packs.edit('northgate', 'vendor.json', (json) =>
      json.set('serviceAreas.0', { place: 'GB-SCT', modality: 'async' }),
    );
    expect(await found('northgate')).toEqual(['medicine-named $.tagline.en']);
  });
});
