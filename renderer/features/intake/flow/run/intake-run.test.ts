import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { AnswerValue } from '../../../../../sync/questionnaire/model/contract.ts';
import type { DraftContent } from '../../../../platform/contract/contract.ts';
import { createMemoryPlatform, type MemoryPlatform, offered, pack } from '../../testing/memory-platform.ts';
import { decide } from '../details/consent-state.ts';
import { allNodes } from '../details/intake-payloads.ts';
import type { IntakeRun } from './intake-run.ts';
import { openDraftRun, openNewRun } from './open-run.ts';

const space = (platform: MemoryPlatform) => ({
  platform,
  pack,
  offered,
  language: 'en',
  formLanguage: 'en',
  describe: (state: { readonly answers: readonly AnswerValue[] }) =>
    state.answers.map((answer) => (answer.type === 'Coding' ? (answer.value.display ?? '') : answer.type)),
});

const ana = {
  givenName: 'Ana',
  familyName: 'Ruiz',
  birthDate: '1990-04-12',
  sexAtBirth: 'female',
  answeredBy: 'self',
} as const;

async function atFirstQuestion(platform: MemoryPlatform): Promise<IntakeRun> {
  const run = await openNewRun(space(platform));
  run.passGate('US-CA');
  await run.giveWho(ana);
  run.giveContact({ method: 'sms', value: '+14155552671', mayLeaveMessage: false });
  run.givePlace('US-CA');
  run.giveOwner('own');
  run.giveConsents(decide(offered.consents, pack.legal, new Set(['privacy']), 'en', platform.now()), true);
  return run;
}

function answer(run: IntakeRun, linkId: string, value: AnswerValue | undefined): void {
  const node = allNodes(run.form).find((id) => run.form.read(id)?.linkId === linkId);
  if (node === undefined) throw new Error(`There is no ${linkId}`);
  run.form.answer(node, value ? [value] : []);
}

const text = (value: string): AnswerValue => ({ type: 'string', value });
const flag = (value: boolean): AnswerValue => ({ type: 'boolean', value });
const harm = (code: string): AnswerValue => ({
  type: 'Coding',
  value: { system: 'https://care.example', code, display: `Said ${code}` },
});
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
  it('stores nothing - the person is under age', async () => {
    const platform = createMemoryPlatform();
    const run = await openNewRun(space(platform));
    run.passGate('US-CA');
    await run.giveWho({ ...ana, birthDate: '2012-01-01' });
    await run.keeper.flush();
    expect(run.position()).toBe('hardStop');
    expect(platform.stored.size).toBe(0);
    expect(run.details.get().patient).toEqual({});
  });

  it('takes back what it stored - the date of birth is corrected to one under age', async () => {
    const platform = createMemoryPlatform();
    const run = await openNewRun(space(platform));
    run.passGate('US-CA');
    await run.giveWho(ana);
    await run.keeper.flush();
    expect(platform.stored.size).toBe(1);
    run.back();
    await run.giveWho({ ...ana, birthDate: '2012-01-01' });
    await run.keeper.flush();
    expect(platform.stored.size).toBe(0);
  });

  it('stops where the law asks for a visit first', async () => {
    const platform = createMemoryPlatform();
    const run = await openNewRun(space(platform));
    run.passGate('US-CA');
    await run.giveWho(ana);
    run.giveContact({ method: 'phone', value: '+14155552671', mayLeaveMessage: true });
    run.givePlace('US-GA');
    expect(run.actor.getSnapshot().context.stop?.kind).toBe('live-visit');
  });

  it('records a declined agreement and stops politely', async () => {
    const platform = createMemoryPlatform();
    const run = await openNewRun(space(platform));
    run.passGate('US-CA');
    await run.giveWho(ana);
    run.giveContact({ method: 'phone', value: '+14155552671', mayLeaveMessage: true });
    run.givePlace('US-CA');
    run.giveOwner('shared');
    run.giveConsents(decide(offered.consents, pack.legal, new Set(), 'en', platform.now()), false);
    expect(run.position()).toBe('hardStop');
    expect(run.details.get().consents).toMatchObject([{ document: 'privacy', decision: 'rejected' }]);
  });
});

describe('a run through the questions', () => {
  it('stays on a question that needs an answer, and says which', async () => {
    const run = await atFirstQuestion(createMemoryPlatform());
    expect(run.proceed().issues.map((issue) => issue.code)).toEqual(['required']);
    expect(at(run)).toBe('name');
  });

  it('asks about an unusual value and goes on once it is confirmed, and asks again about another', async () => {
    const run = await atFirstQuestion(createMemoryPlatform());
    await answerAll(run);
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
    const run = await atFirstQuestion(platform);
    await answerAll(run);
    run.attest('Ana Ruiz');
    await waitFor(run.actor, (state) => state.matches({ run: 'submitted' }));
    expect(platform.submitted).toMatchObject([
      {
        vendor: 'care',
        questionnaire: { slug: 'check', canonical: 'https://care.example/check|1' },
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
    const later = await openDraftRun(space(platform), stored(platform));
    expect(later.position()).toBe('intake.answering');
    expect(at(later)).toBe('harm');
    expect(later.form.snapshot()).toEqual(run.form.snapshot());
    expect(later.details.get()).toEqual(run.details.get());
  });

  it('asks for the safety answers again - it is older than the form allows', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    await answerAll(run);
    platform.pass(offered.maxAnswerAgeDays + 1);
    const later = await openDraftRun(space(platform), stored(platform));
    expect(later.position()).toBe('intake.reconfirming');
  });

  it('is asked about and never deleted unasked - its life is over', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    await run.keeper.flush();
    platform.pass(pack.settings.draftDays + 1);
    const later = await openDraftRun(space(platform), stored(platform));
    expect(later.position()).toBe('expired');
    expect(platform.stored.size).toBe(1);
    await later.discard();
    expect(platform.stored.size).toBe(0);
  });

  it('asks for consent again - the document has changed meanwhile', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    await run.keeper.flush();
    const legal = pack.legal.map((document) => ({ ...document, version: '2.0' }));
    const changed = { ...space(platform), pack: { ...pack, legal } };
    const later = await openDraftRun(changed, stored(platform));
    expect(later.position()).toBe('intake.consent');
  });

  it('goes back to where it was - left with "save and leave"', async () => {
    const platform = createMemoryPlatform();
    const run = await atFirstQuestion(platform);
    answer(run, 'name', text('Aspirin'));
    run.proceed();
    await run.leave();
    const later = await openDraftRun(space(platform), stored(platform));
    expect(at(later)).toBe('harm');
  });
});
