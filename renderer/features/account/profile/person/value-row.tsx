import type { ReactNode } from 'react';
import { ContentRow, StatusLine, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { useOffline } from '../../../../device/use-offline.ts';
import { useMessages } from '../../../../i18n/index.ts';
import styles from './person.module.css';
import type { SaidRecord } from './use-person.ts';

interface ValueRowProps {
  readonly label: string;
  /** Undefined where nothing was said yet. */
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly record?: SaidRecord | undefined;
  /** Absent where it can't be changed here. */
  readonly onChange?: (() => void) | undefined;
}

/** What it is, what was said, and the way to change it. */
export function ValueRow({ label, value, note, record, onChange }: ValueRowProps) {
  const t = useMessages('profile');
  return (
    <ContentRow
      action={
        onChange && (
          <Button
            variant="quiet"
            aria-label={t(value === undefined ? 'addWhat' : 'changeWhat', { what: label })}
            onPress={onChange}
          >
            <span className={styles.action}>{t(value === undefined ? 'add' : 'change')}</span>
          </Button>
        )
      }
    >
      <Text size="xs" tone="soft">
        {label}
      </Text>
      {value === undefined ? <Text tone="soft">{t('missing')}</Text> : <Text strong>{value}</Text>}
      {note !== undefined && (
        <Text size="xs" tone="soft">
          {note}
        </Text>
      )}
      <Pending record={record} />
    </ContentRow>
  );
}

/** That the clinic doesn't have it yet. */
export function Pending({ record }: { readonly record: SaidRecord | undefined }) {
  const t = useMessages('profile');
  const offline = useOffline();
  return (
    <div aria-live="polite">
      {record?.pending?.state === 'sending' && (
        <StatusLine status={offline ? 'offline' : 'waiting'}>
          {t(offline ? 'pending.willSend' : 'pending.sending')}
        </StatusLine>
      )}
    </div>
  );
}
