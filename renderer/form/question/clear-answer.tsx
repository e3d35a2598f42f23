import { Button } from '../../design/controls/buttons/button.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { useMessages } from '../../i18n/index.ts';
import type { ClearAnswerProps, Clearing } from '../context/control-props.ts';
import styles from '../context/controls.module.css';
import type { ControlKey } from '../values/choose-control.ts';

/** Once chosen there, no key or tap chooses nothing again. */
const UNDOABLE: readonly ControlKey[] = ['boolean', 'choice', 'slider'];

/** For a whole page: a runner has a way of its own to skip a question. */
export const clearingAnswers: Clearing = (control, props) =>
  UNDOABLE.includes(control) && <ClearAnswer {...props} />;

/** Takes an answer back, below its control. */
function ClearAnswer({ state, id, onAnswer }: ClearAnswerProps) {
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
