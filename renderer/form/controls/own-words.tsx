import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import styles from '../context/form.module.css';

interface OwnWordsProps {
  readonly control: ControlProps;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Below a list that is open: an answer that isn't in it. */
export function OwnWords({ control, text, onText }: OwnWordsProps) {
  const t = useMessages('form');
  return (
    <div className={styles.other}>
      <TextField
        id={`${control.field.id}-other`}
        label={t('choice.ownWords')}
        value={text}
        autoComplete="off"
        maxLength={control.state.item.maxLength}
        onChange={onText}
      />
    </div>
  );
}
