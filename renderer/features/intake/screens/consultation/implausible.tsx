import { useEffect, useRef } from 'react';
import type { NodeId } from '../../../../../sync/questionnaire/model/contract.ts';
import { Row, Stack } from '../../../../design/basic/layout/stack.tsx';
import { Notice } from '../../../../design/basic/status/notice.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { useAnswerWords } from '../../../../form/context/text-languages.ts';
import { controlId } from '../../../../form/question/question.tsx';
import { answerTexts } from '../../../../form/values/answer-text.ts';
import { useMessages } from '../../../../i18n/index.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import styles from '../parts/runner.module.css';

interface ImplausibleProps {
  readonly run: IntakeRun;
  readonly nodes: readonly NodeId[];
  readonly onConfirm: () => void;
  readonly onChange: () => void;
}

/** An unusual value is asked about and never refused. */
export function Implausible({ run, nodes, onConfirm, onChange }: ImplausibleProps) {
  const t = useMessages('flow');
  const words = useAnswerWords();
  const box = useRef<HTMLDivElement>(null);
  const shown = nodes.length > 0;
  useEffect(() => {
    if (!shown) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, [shown]);
  const states = nodes.flatMap((id) => run.form.read(id) ?? []);
  const [first] = states;
  if (!first) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles.unusual}>
      <Notice tone="warning" title={t('unusual.title')} live="status">
        <Stack gap={3}>
          {states.map((state) => (
            <Text key={state.id}>{t('unusual.text', { value: answerTexts(state, words).join(', ') })}</Text>
          ))}
          <Row gap={3}>
            <Button variant="secondary" onPress={onConfirm}>
              {t('unusual.right')}
            </Button>
            <Button
              variant="quiet"
              onPress={() => {
                onChange();
                focusField(controlId(first.id));
              }}
            >
              {t('unusual.change')}
            </Button>
          </Row>
        </Stack>
      </Notice>
    </div>
  );
}
