import type { NodeId, NodeState } from '../../../../../sync/questionnaire/model/contract.ts';
import { ContentRow, Rows } from '../../../../design/basic/layout/rows.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { answerTexts } from '../../../../form/values/answer-text.ts';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import { AnswerFiles } from '../parts/answer-files.tsx';
import styles from '../parts/runner.module.css';
import { useRunHolder, useRunWords } from '../run/run-holder.tsx';

export interface AnswerRow {
  readonly node: NodeId;
  readonly state: NodeState;
  /** The step on which it is asked. */
  readonly step: string;
}

interface AnswerRowsProps {
  readonly rows: readonly AnswerRow[];
  readonly label: string;
  readonly onChange: (step: string) => void;
}

/** Questions with their answers, each with a way to change it. */
export function AnswerRows({ rows, label, onChange }: AnswerRowsProps) {
  const t = useMessages('flow');
  const format = useFormat();
  const words = useRunWords();
  const { formLang } = useRunHolder();
  return (
    <Rows label={label}>
      {rows.map(({ node, state, step }) => {
        const texts = answerTexts(state, words);
        const files = state.answers.flatMap((answer) => (answer.type === 'Attachment' ? answer.value : []));
        return (
          <ContentRow
            key={node}
            action={
              state.readOnly ? undefined : (
                <Button
                  variant="quiet"
                  onPress={() => onChange(step)}
                  aria-label={t('review.changeNamed', { question: state.text })}
                >
                  {t('review.change')}
                </Button>
              )
            }
          >
            <Text size="xs" tone="soft" lang={formLang}>
              {state.text}
            </Text>
            {files.length > 0 ? (
              <AnswerFiles files={files} />
            ) : texts.length > 0 ? (
              <Text strong className={styles.answer} lang={state.options.length > 0 ? formLang : undefined}>
                <bdi>{format.list(texts, { type: 'unit' })}</bdi>
              </Text>
            ) : (
              <Text tone="soft">{t('review.noAnswer')}</Text>
            )}
          </ContentRow>
        );
      })}
    </Rows>
  );
}
