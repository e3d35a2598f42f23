import { useEffect, useRef } from 'react';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { Heading } from '../../../../design/basic/text/heading.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { AnswerRows } from '../answers/answer-rows.tsx';
import { safetyRows } from '../answers/review-rows.ts';
import { Split } from '../parts/split.tsx';
import { RunnerFrame } from '../question/runner-frame.tsx';
import { useSections } from '../question/use-sections.ts';
import { useForward, useRunHolder } from '../run/run-holder.tsx';

/** A late draft: the answers that safety rules read are asked about again before the form goes on. */
export function ReconfirmScreen({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const { rules } = usePack();
  const { offered, back } = useRunHolder();
  const frame = useFlowFrame();
  useForward(run.reconfirm);
  const sections = useSections(run, run.currentStep()?.sectionIndex ?? 0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const linkIds = new Set(
    rules
      .filter((rule) => rule.questionnaire.split('|')[0] === offered.canonical)
      .flatMap((rule) => rule.conditions.map((condition) => condition.question)),
  );
  const rows = safetyRows(run, linkIds).filter(({ state }) => state.answers.length > 0);
  return (
    <RunnerFrame
      run={run}
      sections={sections}
      // A kiosk has nothing before a form that is gone on with.
      onBack={frame ? run.reconfirm : back}
      action={
        <Button size="l" fullWidth onPress={run.reconfirm}>
          {t('reconfirm.right')}
        </Button>
      }
    >
      <Split
        column={(parts) => <Stack gap={5}>{parts}</Stack>}
        question={
          <Stack gap={3}>
            <Heading level={1} size="l" ref={heading}>
              {t('reconfirm.title')}
            </Heading>
            <Text tone="soft">{t('reconfirm.text', { days: offered.maxAnswerAgeDays })}</Text>
          </Stack>
        }
      >
        {rows.length > 0 ? (
          <AnswerRows rows={rows} label={t('reconfirm.title')} onChange={run.change} />
        ) : (
          <Text>{t('reconfirm.none')}</Text>
        )}
      </Split>
    </RunnerFrame>
  );
}
