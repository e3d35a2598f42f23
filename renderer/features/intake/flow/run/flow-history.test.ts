import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { AnswerValue } from '../../../../../sync/questionnaire/model/contract.ts';
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
import { createFlowHistory } from './flow-history.ts';
import type { IntakeRun } from './intake-run.ts';
import { prepareDraftRun, prepareNewRun } from './open-run.ts';

const LANDING = '/form';
const hrefOf = (route: string) => (route === 'landing' ? LANDING : `${LANDING}/${route}`);
const space = (platform: MemoryPlatform) => ({
  platform,
  pack,
  offered,
  language: 'en',
  formLanguage: 'en',
  describe: () => [],
});

/** A browser in memory with a run in it: home, the form's own page, and then what the run adds. */
function browser(platform = createMemoryPlatform()) {
  const history = createMemoryHistory({ initialEntries: ['/', LANDING], initialIndex: 1 });
  let run: IntakeRun | undefined;
  const flow = createFlowHistory({ history, hrefOf });
  flow.start();
  const current = () => {
    if (!run) throw new Error('No run is open');
    return run;
  };
  flow.onForward(() => current().proceed());
  return {
    history,
    flow,
    platform,
    run: current,
    async begins() {
      run = (await prepareNewRun(space(platform)))();
      flow.attach(run);
      run.passGate('US-CA');
    },
    /** As a reload does: another page over the same entry, with the draft that was stored. */
    async reopens() {
      await current().close();
      const [draft] = [...platform.stored.values()];
      if (!draft) throw new Error('Nothing is stored');
      run = (await prepareDraftRun(space(platform), draft))();
      flow.attach(run);
    },
    saysWho: () => current().giveAbout(ana),
    agrees() {
      current().giveConsents(
        decide(offered.consents, pack.legal, new Set(['privacy']), 'en', platform.now()),
        true,
      );
    },
    answers(linkId: string, value: AnswerValue) {
      const node = allNodes(current().form).find((id) => current().form.read(id)?.linkId === linkId);
      current().form.answer(node ?? '', [value]);
    },
    async goes(delta: number) {
      history.go(delta);
      await Promise.resolve();
    },
    at: () => {
      const step = current().currentStep()?.nodes[0];
      return current().position() === 'intake.answering' && step !== undefined
        ? current().form.read(step)?.linkId
        : current().position();
    },
    path: () => history.location.pathname,
    index: () => history.location.state.__TSR_index,
  };
}

type Browser = ReturnType<typeof browser>;

async function atThirdQuestion(): Promise<Browser> {
  const page = browser();
  await page.begins();
  await page.saysWho();
  page.answers('name', { type: 'string', value: 'Nothing' });
  page.run().proceed();
  page.answers('harm', harm('no'));
  page.run().proceed();
  return page;
}

async function atReview(): Promise<Browser> {
  const page = await atThirdQuestion();
  page.answers('nitrates', { type: 'boolean', value: false });
  page.run().proceed();
  page.run().proceed();
  page.agrees();
  expect(page.at()).toBe('intake.reviewing');
  return page;
}

describe('the browser’s Back', () => {
  it('is the page before, through every page of a run, and leads out where the run was begun', async () => {
    const page = await atReview();
    const seen: (string | undefined)[] = [];
    while (page.path() !== LANDING) {
      seen.push(page.at());
      await page.goes(-1);
    }
    expect(seen).toEqual([
      'intake.reviewing',
      'intake.consent',
      'weight',
      'nitrates',
      'harm',
      'name',
      'intake.about',
    ]);
    expect(page.index()).toBe(1);
  });

  it('is what the bar’s arrow does', async () => {
    const page = await atThirdQuestion();
    const index = page.index();
    page.flow.back();
    expect(page.at()).toBe('harm');
    expect(page.index()).toBe(index - 1);
    await page.goes(1);
    expect(page.at()).toBe('nitrates');
  });

  it('keeps what was typed and not yet continued from', async () => {
    const page = await atThirdQuestion();
    page.answers('nitrates', { type: 'boolean', value: false });
    await page.goes(-1);
    await page.goes(1);
    const node = page.run().currentStep()?.nodes[0] ?? '';
    expect(page.run().form.read(node)?.answers).toEqual([{ type: 'boolean', value: false }]);
  });

  it('commits a crisis answer, as Continue would', async () => {
    const page = await atThirdQuestion();
    await page.goes(-1);
    page.answers('harm', harm('yes'));
    await page.goes(-1);
    await waitFor(page.run().actor, (state) => state.matches({ alert: 'idle' }));
    expect(page.platform.alerts).toHaveLength(1);
    expect(page.run().actor.getSnapshot().matches({ panel: 'crisis' })).toBe(true);
  });

  it('leads from a panel to the question that opened it, and closes it', async () => {
    const page = await atThirdQuestion();
    await page.goes(-1);
    page.answers('harm', harm('yes'));
    page.run().proceed();
    expect(page.run().actor.getSnapshot().matches({ panel: 'crisis' })).toBe(true);
    await page.goes(-1);
    expect(page.run().actor.getSnapshot().matches({ panel: 'clear' })).toBe(true);
    expect(page.at()).toBe('harm');
  });

  it('leads from a stop to the question it came from, as "I made a mistake" does', async () => {
    const page = await atThirdQuestion();
    const index = page.index();
    page.answers('nitrates', { type: 'boolean', value: true });
    page.run().proceed();
    expect(page.at()).toBe('hardStop');
    await page.goes(-1);
    expect(page.at()).toBe('nitrates');
    page.run().proceed();
    page.run().madeMistake();
    expect(page.at()).toBe('nitrates');
    expect(page.index()).toBe(index);
  });

  it('leads from a changed answer to the review, and saving it adds nothing to go back to', async () => {
    const page = await atReview();
    const index = page.index();
    const [first] = page.run().steps();
    page.run().change(first?.id ?? '');
    expect(page.at()).toBe('name');
    await page.goes(-1);
    expect(page.at()).toBe('intake.reviewing');
    page.run().change(first?.id ?? '');
    page.run().proceed();
    expect(page.at()).toBe('intake.reviewing');
    expect(page.index()).toBe(index);
    page.run().changeDetails('about');
    await page.goes(-1);
    expect(page.at()).toBe('intake.reviewing');
  });
});

describe('the browser’s Forward', () => {
  it('goes on as Continue does, page by page', async () => {
    const page = await atReview();
    await page.goes(-4);
    expect(page.at()).toBe('harm');
    for (const next of ['nitrates', 'weight', 'intake.reviewing']) {
      await page.goes(1);
      expect(page.at()).toBe(next);
    }
  });

  it('doesn’t pass an answer that is missing, and the history stays with the page', async () => {
    const page = await atReview();
    await page.goes(-4);
    const index = page.index();
    const node = page.run().currentStep()?.nodes[0] ?? '';
    page.run().form.answer(node, []);
    await page.goes(1);
    await expect.poll(page.index).toBe(index);
    expect(page.at()).toBe('harm');
  });

  it('stops where an answer that was changed stops', async () => {
    const page = await atReview();
    await page.goes(-3);
    page.answers('nitrates', { type: 'boolean', value: true });
    await page.goes(1);
    expect(page.at()).toBe('hardStop');
    await page.goes(-1);
    expect(page.at()).toBe('nitrates');
  });
});

describe('a run that is opened in its middle', () => {
  it('goes on in the same entry after a reload', async () => {
    const page = await atThirdQuestion();
    const index = page.index();
    await page.run().keeper.flush();
    await page.reopens();
    expect(page.at()).toBe('nitrates');
    expect(page.index()).toBe(index);
    await page.goes(-1);
    expect(page.at()).toBe('harm');
  });

  it('has the pages before it to go back to', async () => {
    const page = await atThirdQuestion();
    await page.run().keeper.flush();
    page.flow.attach(undefined);
    page.flow.show('landing');
    expect(page.path()).toBe(LANDING);
    await page.reopens();
    expect(page.at()).toBe('nitrates');
    await page.goes(-1);
    expect(page.at()).toBe('harm');
  });
});

describe('leaving', () => {
  it('goes no further than the form’s own page - it is left twice before the browser is there', async () => {
    const page = await atThirdQuestion();
    const { go } = page.history;
    const journeys: number[] = [];
    // As browsers do: a journey ends later than it begins.
    page.history.go = (delta) => {
      journeys.push(delta);
      setTimeout(() => go(delta), 20);
    };
    void page.run().close();
    page.flow.attach(undefined);
    page.flow.show('landing');
    page.flow.show('landing');
    await expect.poll(page.path).toBe(LANDING);
    expect(journeys).toHaveLength(1);
  });

  it('takes all pages of the run off the way back', async () => {
    const page = await atThirdQuestion();
    page.flow.show('landing');
    expect(page.path()).toBe(LANDING);
    expect(page.index()).toBe(1);
  });

  it('by sending leaves one page, and nothing leads back into a form that was sent', async () => {
    const page = await atReview();
    page.run().attest('Ana Ruiz');
    await waitFor(page.run().actor, (state) => state.matches({ run: 'submitted' }));
    expect(page.path()).toBe(`${LANDING}/success`);
    expect(page.index()).toBe(2);
    await page.goes(1);
    expect(page.path()).toBe(`${LANDING}/success`);
    await page.goes(-1);
    expect(page.path()).toBe(LANDING);
  });
});

it('what the history keeps says nothing about the form', async () => {
  const page = await atThirdQuestion();
  const state = JSON.stringify(page.history.location.state);
  for (const word of ['name', 'harm', 'nitrates', 'answering', page.run().details.get().draftId])
    expect(state).not.toContain(word);
});
