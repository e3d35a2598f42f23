import { Suspense, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { countryOf } from '../../../../../sync/domain/places/areas.ts';
import type { NodeId } from '../../../../../sync/questionnaire/model/contract.ts';
import { optional } from '../../../../base/optional.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { DeviceSettingsContext } from '../../../../device/provider/device-settings-context.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { FormProvider } from '../../../../form/context/form-context.tsx';
import { createIssueBoard } from '../../../../form/context/issue-board.ts';
import { controlId } from '../../../../form/question/question.tsx';
import { createUnitPreference, type UnitPreference } from '../../../../form/values/unit-preference.ts';
import { useMessages } from '../../../../i18n/index.ts';
import type { FormStep } from '../../flow/engine/form-engine.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails, useFlow } from '../../flow/run/use-run.ts';
import styles from '../parts/runner.module.css';
import { useFormFiles } from '../parts/use-files.ts';
import { RunnerFrame } from '../question/runner-frame.tsx';
import { StepView } from '../question/step-view.tsx';
import { useSections } from '../question/use-sections.ts';
import { useForward, useRunHolder } from '../run/run-holder.tsx';
import { Implausible } from './implausible.tsx';
import { loadAhead, loadHelp } from './load-ahead.ts';
import { SkipOrClear } from './skip-or-clear.tsx';
import { createUnitMemory } from './unit-memory.ts';

// Once there is a pace to measure.
const TimeLeft = optional(async () => (await import('../question/time-left.tsx')).TimeLeft);

const noNodes: readonly NodeId[] = [];

/** Steps come and go with answers, and only then: a key in a text field doesn't render the runner again. */
function useStepShape(run: IntakeRun): string {
  return useSyncExternalStore(
    (listener) => run.form.onChange(listener),
    () => {
      const step = run.currentStep();
      return step ? `${step.id} ${step.nodes.join(' ')}` : '';
    },
  );
}

/** By where the patient is; a choice is remembered on a device of their own. */
function useUnitPreference(run: IntakeRun): UnitPreference {
  const { region } = usePack();
  const { place, owner } = useDetails(run);
  const settings = useContext(DeviceSettingsContext);
  const country = countryOf(place?.code ?? region);
  const kept = owner === 'own' ? settings : undefined;
  return useMemo(() => createUnitPreference(country, kept && createUnitMemory(kept)), [country, kept]);
}

/** What later questions may need is fetched while the first is being answered: on a slow connection it would hold that one back. */
function useLoadAhead(run: IntakeRun, hasBegun: boolean) {
  const { loadNext } = useRunHolder();
  useEffect(() => {
    const load = () => {
      loadAhead(run.form).catch(() => undefined);
      loadNext();
    };
    if (hasBegun) return load();
    const stop = run.form.onChange(() => {
      stop();
      load();
    });
    return stop;
  }, [run, hasBegun, loadNext]);
}

/** One question per screen: commits on Continue, moves on, and never by itself. */
export function Runner({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const { formLang, back } = useRunHolder();
  const board = useMemo(() => createIssueBoard(run.form), [run]);
  useEffect(() => board.stop, [board]);
  useEffect(() => void loadHelp().catch(() => undefined), []);
  const wanted = useFlow(run, (context) => context.step);
  const returning = useFlow(run, (context) => context.returnTo !== null);
  useStepShape(run);
  const steps = run.steps();
  const step = run.currentStep();
  const number = steps.findIndex(({ id }) => id === step?.id) + 1;
  useLoadAhead(run, number > 1);
  const isPhone = useFlowFrame() === undefined;
  const [asked, setAsked] = useState<{ readonly step: string; readonly unusual: readonly NodeId[] }>();
  const stepId = step?.id ?? '';
  const unusual = asked?.step === stepId ? asked.unusual : noNodes;
  const setUnusual = (nodes: readonly NodeId[]) => setAsked({ step: stepId, unusual: nodes });
  // Whichever way a question is left, what was wrong there isn't said on the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stepId` says that another question is shown
  useEffect(() => () => board.show([]), [board, stepId]);
  const direction = useDirection(steps, wanted);
  const unitPreference = useUnitPreference(run);
  const flush = useMemo(() => () => run.keeper.flush(), [run]);
  const files = useFormFiles(run);
  const proceed = () => {
    const { issues, implausible } = run.proceed();
    board.show(issues);
    setUnusual(issues.length > 0 ? [] : implausible);
    const first = issues.find((issue) => issue.node !== undefined)?.node;
    // The error has to be there before the field takes the focus, so that both are read.
    if (first !== undefined) requestAnimationFrame(() => focusField(controlId(first)));
  };
  const confirm = () => {
    run.confirmImplausible(unusual.flatMap((id) => run.form.read(id)?.linkId ?? []));
    setUnusual([]);
    proceed();
  };
  useForward(proceed);
  const sections = useSections(run, step?.sectionIndex ?? 0, step);
  if (!step) return null;
  return (
    <FormProvider
      form={run.form}
      board={board}
      lang={formLang}
      flush={flush}
      files={files}
      unitPreference={unitPreference}
    >
      <RunnerFrame
        run={run}
        sections={sections}
        onBack={back}
        action={
          <Button size="l" fullWidth onPress={proceed}>
            {t(returning ? 'runner.saveChange' : 'runner.continue')}
          </Button>
        }
        aside={<SkipOrClear key={step.id} run={run} step={step} onSkip={proceed} />}
        onEnter={proceed}
      >
        {number > 1 && isPhone && (
          <Suspense>
            <TimeLeft run={run} step={step.id} left={steps.length - number + 1} className={styles.timeLeft} />
          </Suspense>
        )}
        <StepView key={step.id} run={run} step={step} first={number === 1} direction={direction}>
          <Implausible run={run} nodes={unusual} onConfirm={confirm} onChange={() => setUnusual([])} />
        </StepView>
      </RunnerFrame>
    </FormProvider>
  );
}

type Direction = 'forward' | 'back' | 'none';

/** Which way the last step went in the order of the form; none at first. */
function useDirection(steps: readonly FormStep[], wanted: string | null): Direction {
  const index = steps.findIndex(({ id }) => id === wanted);
  const [last, setLast] = useState<{
    readonly id: string | null;
    readonly index: number;
    readonly direction: Direction;
  }>({
    id: wanted,
    index,
    direction: 'none',
  });
  if (last.id === wanted) return last.direction;
  const direction: Direction = index >= last.index ? 'forward' : 'back';
  setLast({ id: wanted, index, direction });
  return direction;
}
