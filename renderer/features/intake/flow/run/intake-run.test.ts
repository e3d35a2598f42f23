import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { AnswerValue } from '../../../../../sync/questionnaire/model/contract.ts';
import type { DraftContent } from '../../../../platform/contract/contract.ts';
import {
  ana,
  createMemoryPlatform,
  harm,
  type MemoryPlatform,
  offered,
  pack,
} from '../../testing/memory-platform.ts';
import { decide } from '../details/consent-state.ts';
import { allNodes } from '../details/intake-payloads.ts';
import type { IntakeRun } from './intake-run.ts';
import { prepareDraftRun, prepareNewRun } from './open-run.ts';
import { createRunSlot } from './run-slot.ts';

const space = (platform: MemoryPlatform) => ({
  platform,
  pack,
  offered,
  language: 'en',
  formLanguage: 'en',
  describe: (state: { readonly answers: readonly AnswerValue[] }) =>
    state.answers.map((answer) => (answer.type === 'Coding' ? (answer.value.display ?? '') : answer.type)),
});

async function atFirstQuestion(platform: MemoryPlatform): Promise<IntakeRun> {
  const run = (await prepareNewRun(space(platform)))();
  run.passGate('US-CA');
  await run.giveAbout(ana);
  return run;
}

const agreed = (platform: MemoryPlatform) =>
  decide(offered.consents, pack.legal, new Set(['privacy']), 'en', platform.now());

async function atReview(platform: MemoryPlatform): Promise<IntakeRun> {
  const run = await atFirstQuestion(platform);
  await answerAll(run);
  run.giveConsents(agreed(platform), true);
  run.giveOwner('own');
  return run;
}

/** A vendor none of whose rules can raise an alert. */
const calm = (platform: MemoryPlatform) => ({
  ...space(platform),
  pack: { ...pack, rules: pack.rules.filter(({ outcome }) => outcome !== 'URGENT') },
});

function answer(run: IntakeRun, linkId: string, value: AnswerValue | undefined): void {
  const node = allNodes(run.form).find((id) => run.form.read(id)?.linkId === linkId);
  if (node === undefined) throw new Error(`There is no ${linkId}`);
  run.form.answer(node, value ? [value] : []);
}

const text = (value: string): AnswerValue => ({ type: 'string', value });
const flag = (value: boolean): AnswerValue => ({ type: 'boolean', value });
const at = (run: IntakeRun) => run.form.read(run.currentStep()?.nodes[0] ?? '')?.linkId;

async function answerAll(run: IntakeRun): Promise<void> {
  answer(run, 'name', text('Nothing'));
  run.proceed();
  answer(run, 'harm', harm('no'));
  run.proceed();
  answer(run, 'nitrates', flag(false));
  run.proceed();
  run.proceed();
  await run.keeper.flush();
}

function stored(platform: MemoryPlatform): DraftContent {
  const [content] = [...platform.stored.values()];
  if (!content) throw new Error('Nothing is stored');
  return content;
}

describe('a run before the questions', () => {
  it('opens while another form waits for code that never comes', async () => {
    const slot = createRunSlot<IntakeRun>(() => undefined);
    const platform = createMemoryPlatform();
    const hung = { ...space(platform), loadEngine: () => new Promise<never>(() => undefined) };
    const nothing = async () => undefined;
    void slot.open(nothing, () => prepareNewRun(hung)).catch(() => undefined);
    // It is waiting for its engine by then.
    await new Promise((resolve) => setTimeout(resolve));
    const run = await slot.open(nothing, () => prepareNewRun(space(platform)));
    expect(slot.held()).toBe(run);
  });

  it('stores nothing - the person is under age', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(space(platform)))();
    run.passGate('US-CA');
    await run.giveAbout({ ...ana, birthDate: '2012-01-01' });
    await run.keeper.flush();
    expect(run.position()).toBe('hardStop');
    expect(platform.stored.size).toBe(0);
    expect(run.details.get().patient).toEqual({});
  });

  it('takes back what it stored - the date of birth is corrected to one under age', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(space(platform)))();
    run.passGate('US-CA');
    await run.giveAbout(ana);
    await run.keeper.flush();
    expect(platform.stored.size).toBe(1);
    run.back();
    await run.giveAbout({ ...ana, birthDate: '2012-01-01' });
    await run.keeper.flush();
    expect(platform.stored.size).toBe(0);
  });

  it('asks first on a shared device, which locks what is written with it', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(calm(platform)))();
    run.passGate('US-CA', 'shared');
    expect(run.position()).toBe('intake.about');
    await run.keeper.flush();
    expect(platform.stored.size).toBe(0);
    await run.giveAbout(ana);
    await run.keeper.flush();
    expect(stored(platform)).toMatchObject({ owner: 'shared', patient: { birthDate: ana.birthDate } });
  });
});

describe('a form that asks at its end who somebody is', () => {
  it('stores answers from the first, and sends nothing before name, contact and consent', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(calm(platform)))();
    run.passGate('US-CA');
    expect(at(run)).toBe('name');
    answer(run, 'name', text('Aspirin'));
    run.proceed();
    await run.keeper.flush();
    const later = (await prepareDraftRun(calm(platform), stored(platform)))();
    expect(at(later)).toBe('harm');
    answer(later, 'harm', harm('no'));
    later.proceed();
    answer(later, 'nitrates', flag(false));
    later.proceed();
    later.proceed();
    expect(later.position()).toBe('intake.about');
    later.attest('Ana Ruiz');
    expect(platform.submitted).toEqual([]);
    await later.giveAbout(ana);
    expect(later.position()).toBe('intake.consent');
    later.giveConsents(agreed(platform), true);
    expect(later.position()).toBe('intake.reviewing');
    later.giveOwner('shared');
    later.attest('Ana Ruiz');
    await waitFor(later.actor, (state) => state.matches({ run: 'submitted' }));
    expect(platform.submitted).toMatchObject([{ patient: { givenName: 'Ana' } }]);
  });

  it('deletes what was stored - the date of birth says that they are too young; a mistake brings it back', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(calm(platform)))();
    run.passGate('US-CA');
    await answerAll(run);
    expect(platform.stored.size).toBe(1);
    await run.giveAbout({ ...ana, birthDate: '2012-01-01' });
    await run.keeper.flush();
    expect(run.position()).toBe('hardStop');
    expect(platform.stored.size).toBe(0);
    run.madeMistake();
    await run.giveAbout(ana);
    await run.keeper.flush();
    expect(run.position()).toBe('intake.consent');
    expect(JSON.stringify(stored(platform).form)).toContain('Nothing');
  });

  it('asks who somebody is before it goes on - the vendor added a rule that can raise an alert', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(calm(platform)))();
    run.passGate('US-CA');
    answer(run, 'name', text('Aspirin'));
    run.proceed();
    await run.keeper.flush();
    const later = (await prepareDraftRun(space(platform), stored(platform)))();
    expect(later.position()).toBe('intake.about');
    await later.giveAbout(ana);
    expect(later.position()).toBe('intake.answering');
    expect(at(later)).toBe('harm');
  });

  it('is locked with the date of birth that was given to leave it on a shared device', async () => {
    const platform = createMemoryPlatform();
    const run = (await prepareNewRun(calm(platform)))();
    run.passGate('US-CA');
    run.giveOwner('shared', '1990-04-12');
    await run.keeper.flush();
    expect(stored(platform)).toMatchObject({ owner: 'shared', patient: { birthDate: '1990-04-12' } });
  });
});

describe('what is given beside the answers', () => {
  it('stops where the law asks for a visit first - another place was chosen at the review', async () => {
    const run = await atReview(createMemoryPlatform());
    run.changeDetails('place');
    run.givePlace('US-NY');
    expect(run.actor.getSnapshot().context.stop?.kind).toBe('live-visit');
  });

  it('records a declined agreement and stops politely', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    await answerAll(run);
    run.giveConsents(decide(offered.consents, pack.legal, new Set(), 'en', platform.now()), false);
    expect(run.position()).toBe('hardStop');
    expect(run.details.get().consents).toMatchObject([{ document: 'privacy', decision: 'rejected' }]);
  });

  it('asks for consent instead of sending - a document has changed while the review was open', async () => {
    const platform = createMemoryPlatform();
    const run = await atReview(platform);
    run.details.update((current) => ({ ...current, consents: [] }));
    run.attest('Ana Ruiz');
    await waitFor(run.actor, (state) => state.matches({ run: { intake: 'consent' } }));
    expect(platform.submitted).toEqual([]);
  });
});

describe('a run through the questions', () => {
  it('stays on a question that needs an answer, and says which', async () => {
    const run = await atFirstQuestion(createMemoryPlatform());
    expect(run.proceed().issues.map((issue) => issue.code)).toEqual(['required']);
    expect(at(run)).toBe('name');
  });

  it('asks about an unusual value and goes on once it is confirmed, and asks again about another', async () => {
    const run = await atReview(createMemoryPlatform());
    run.change(run.steps().at(-1)?.id ?? '');
    answer(run, 'weight', { type: 'integer', value: 400 });
    expect(run.proceed().implausible).toHaveLength(1);
    run.confirmImplausible(['weight']);
    expect(run.proceed().implausible).toHaveLength(0);
    expect(run.position()).toBe('intake.reviewing');
    answer(run, 'weight', { type: 'integer', value: 500 });
    expect(run.details.get().confirmedImplausible).toEqual([]);
  });

  it('sends the form with everything it is made of', async () => {
    const platform = createMemoryPlatform();
    const run = await atReview(platform);
    run.attest('Ana Ruiz');
    await waitFor(run.actor, (state) => state.matches({ run: 'submitted' }));
    expect(platform.submitted).toMatchObject([
      {
        vendor: 'meadow',
        questionnaire: { slug: 'check', canonical: 'https://forms.example/check|1' },
        patient: { givenName: 'Ana', contact: { value: '+14155552671' } },
        place: { code: 'US-CA' },
        consents: [{ decision: 'active' }],
        attestation: { name: 'Ana Ruiz' },
        response: { status: 'completed' },
      },
    ]);
    await run.keeper.flush();
    expect(platform.stored.size).toBe(0);
    platform.report({ reviewedAt: '2026-11-20T12:00:00Z' });
    expect(run.position()).toBe('submitted.reviewed');
  });
});

describe('safety in a run', () => {
  it('opens the panel and records the alert ahead of the form - a crisis answer is committed', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    answer(run, 'name', text('Nothing'));
    run.proceed();
    answer(run, 'harm', harm('yes'));
    expect(run.actor.getSnapshot().matches({ panel: 'clear' })).toBe(true);
    run.proceed();
    expect(run.actor.getSnapshot().matches({ panel: 'crisis' })).toBe(true);
    await waitFor(run.actor, (state) => state.context.alerted.length === 1);
    expect(platform.alerts).toMatchObject([
      {
        hit: { rule: 'self-harm', panel: 'crisis', evidence: ['harm'] },
        evidence: [{ linkId: 'harm', question: 'Thoughts of harm?', answers: ['Said yes'] }],
      },
    ]);
    expect(platform.submitted).toEqual([]);
    run.closePanel();
    expect(at(run)).toBe('nitrates');
  });

  it('stops, takes a mistake back, and keeps both answers on record', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    answer(run, 'name', text('Nothing'));
    run.proceed();
    answer(run, 'harm', harm('no'));
    run.proceed();
    answer(run, 'nitrates', flag(true));
    run.proceed();
    expect(run.actor.getSnapshot().context.stop).toEqual({ kind: 'contraindicated', rules: ['nitrates'] });
    run.madeMistake();
    expect(at(run)).toBe('nitrates');
    answer(run, 'nitrates', flag(false));
    run.proceed();
    run.proceed();
    run.giveConsents(agreed(platform), true);
    run.attest('Ana Ruiz');
    await waitFor(run.actor, (state) => state.matches({ run: 'submitted' }));
    expect(platform.submitted[0]?.ruleHits).toMatchObject([
      { rule: 'nitrates', withdrawnAt: expect.any(String) },
    ]);
  });
});

describe('a draft that is opened again', () => {
  it('is at the same question with every answer - the app was killed', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    answer(run, 'name', text('Aspirin'));
    run.proceed();
    answer(run, 'harm', harm('no'));
    await run.keeper.flush();
    const later = (await prepareDraftRun(space(platform), stored(platform)))();
    expect(later.position()).toBe('intake.answering');
    expect(at(later)).toBe('harm');
    expect(later.form.snapshot()).toEqual(run.form.snapshot());
    expect(later.details.get()).toEqual(run.details.get());
  });

  it('asks for the safety answers again - it is older than the form allows', async () => {
    const platform = createMemoryPlatform();
    const run = await atReview(platform);
    await run.keeper.flush();
    platform.pass(offered.maxAnswerAgeDays + 1);
    const later = (await prepareDraftRun(space(platform), stored(platform)))();
    expect(later.position()).toBe('intake.reconfirming');
  });

  it('is asked about and never deleted unasked - its life is over', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    await run.keeper.flush();
    platform.pass(pack.settings.draftDays + 1);
    const later = (await prepareDraftRun(space(platform), stored(platform)))();
    expect(later.position()).toBe('expired');
    expect(platform.stored.size).toBe(1);
    await later.discard();
    expect(platform.stored.size).toBe(0);
  });

  it('asks for consent again - the document has changed meanwhile', async () => {
    const platform = createMemoryPlatform();
    const run = await atReview(platform);
    await run.keeper.flush();
    const legal = pack.legal.map((document) => ({ ...document, version: '2.0' }));
    const changed = { ...space(platform), pack: { ...pack, legal } };
    const later = (await prepareDraftRun(changed, stored(platform)))();
    expect(later.position()).toBe('intake.consent');
  });

  it('goes back to where it was - left with "save and leave"', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    answer(run, 'name', text('Aspirin'));
    run.proceed();
    await run.leave();
    const later = (await prepareDraftRun(space(platform), stored(platform)))();
    expect(at(later)).toBe('harm');
  });
});
