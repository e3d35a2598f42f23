import { Button } from '../../design/controls/buttons/button.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { useMessages } from '../../i18n/index.ts';
import type { ClearAnswerProps } from '../context/control-props.ts';
import styles from '../context/controls.module.css';

/** Takes an answer back, below its control: on a whole page, since a runner has a way of its own to skip a question. */
export function ClearAnswer({ state, id, onAnswer }: ClearAnswerProps) {
  const t = useMessages('form');
  if (state.required || state.readOnly || state.calculated || state.answers.length === 0) return null;
  return (
    <div className={styles.clear}>
      <Button
        variant="quiet"
        aria-describedby={`${id}-label`}
        onPress={() => {
          onAnswer([]);
          focusField(id);
        }}
      >
        {t('answer.clear')}
      </Button>
    </div>
  );
}
