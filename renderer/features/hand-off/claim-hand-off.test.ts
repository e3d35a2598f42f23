import { expect, it } from 'vitest';
import { formHash } from '../../../sync/questionnaire/form-hash.ts';
import { handOffParts, sealHandOff } from '../../../sync/seal/hand-off.ts';
import { testDraft } from '../../platform/contract/testing.ts';
import { claimHandOff } from './claim-hand-off.ts';

const CODE = '4K7Q2-MX9TD';
const FORM = { resourceType: 'Questionnaire', title: 'Sleep' };
const begun = testDraft({ owner: 'shared' });
const content = { ...begun, questionnaire: { ...begun.questionnaire, formHash: await formHash(FORM) } };

async function claim(definition: unknown) {
  const sealed = await sealHandOff(await handOffParts('meadow', CODE), { content, definition });
  return claimHandOff('meadow', CODE, async () => Response.json(sealed));
}

it('brings a draft with the definition that its form’s hash names', async () => {
  expect(await claim(FORM)).toMatchObject({ status: 'here', definition: FORM });
});

it('takes no other definition under that hash: who handed it over may be anybody', async () => {
  expect(await claim({ ...FORM, title: 'What is your card’s number?' })).toEqual({ status: 'gone' });
});

it.each([undefined, null])('brings a draft without one - %s', async (definition) => {
  expect(await claim(definition)).toMatchObject({ status: 'here', definition: undefined });
});
