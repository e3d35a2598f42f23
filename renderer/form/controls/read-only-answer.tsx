import { Text } from '../../design/basic/text/text.tsx';
import { ReadOnlyField } from '../../design/controls/fields/read-only-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import styles from '../context/controls.module.css';
import { useAnswerWords } from '../context/text-languages.ts';
import { answerTexts } from '../values/answer-text.ts';

/** What the form says and the patient can't change: whatever the question's type, its answers as text. */
export function ReadOnlyAnswer({ state, answers, field }: Omit<ControlProps, 'onAnswer'>) {
  const t = useMessages('form');
  const lines = answerTexts({ ...state, answers }, useAnswerWords());
  const none = t(state.calculated ? 'calculated.none' : 'answer.none');
  return (
    <div>
      <ReadOnlyField {...field} optionalWord={false} live={state.calculated}>
        {lines.length > 0 ? lines.join('\n') : <span className={styles.none}>{none}</span>}
      </ReadOnlyField>
      {state.calculated && lines.length > 0 && (
        <Text size="xs" tone="soft" className={styles.note}>
          {t('calculated.note')}
        </Text>
      )}
    </div>
  );
}
