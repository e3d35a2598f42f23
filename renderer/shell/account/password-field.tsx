import { type ReactNode, useState } from 'react';
import { NativeButton } from '../../design/basic/actions/native-button.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import styles from './sign-in.module.css';

interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: ReactNode;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly describedBy?: string;
}

/** May be pasted, and looked at while it is typed. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  const t = useMessages('account');
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        isRequired
      />
      <NativeButton
        variant="quiet"
        className={styles.show}
        aria-controls={field.id}
        aria-label={`${t(shown ? 'password.hide' : 'password.show')}: ${field.label}`}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'password.hide' : 'password.show')}
      </NativeButton>
    </div>
  );
}
