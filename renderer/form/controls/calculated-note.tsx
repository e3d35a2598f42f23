import type { NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { useMessages } from '../../i18n/index.ts';
import styles from '../context/controls.module.css';
import { useFormSettings } from '../context/form-context.tsx';

interface CalculatedNoteProps {
  readonly state: Pick<NodeState, 'id' | 'edited'>;
  /** Of the control above. */
  readonly fieldId: string;
}

/** Below a calculated value that may be changed: whose value it is, and the way back to the form's own. */
export function CalculatedNote({ state, fieldId }: CalculatedNoteProps) {
  const t = useMessages('form');
  const { form } = useFormSettings();
  return (
    <div className={styles.calculated}>
      <div role="status">
        <Text tone="soft">{t(state.edited ? 'calculated.own' : 'calculated.canChange')}</Text>
      </div>
      {state.edited && (
        <Button
          variant="secondary"
          onPress={() => {
            form.recalculate(state.id);
            // The button goes with the reason for it.
            focusField(fieldId);
          }}
        >
          {t('calculated.use')}
        </Button>
      )}
    </div>
  );
}
