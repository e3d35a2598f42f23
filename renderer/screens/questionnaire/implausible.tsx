import { useEffect, useRef } from 'react';
import type { NodeId } from '../../../sync/questionnaire/contract.ts';
import { Notice } from '../../design/basic/notice.tsx';
import { Row, Stack } from '../../design/basic/stack.tsx';
import { Text } from '../../design/basic/text.tsx';
import { Button } from '../../design/controls/button.tsx';
import { focusField } from '../../design/controls/focus-field.ts';
import type { IntakeRun } from '../../flow/intake-run.ts';
import { answerTexts } from '../../form/answer-text.ts';
import { controlId } from '../../form/question.tsx';
import { useAnswerWords } from '../../form/text-languages.ts';
import { useMessages } from '../../i18n/index.ts';
import styles from './runner.module.css';

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
