import { useState } from 'react';
import { copyText } from '../../../base/copy-text.ts';
import { Icon, Row, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { Dialog } from '../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import styles from './recovery-code-dialog.module.css';

interface RecoveryCodeDialogProps {
  /** Seven groups of four. */
  readonly code: string;
  readonly onNoted: () => void;
  readonly onCancel: () => void;
}

const NOTED_ID = 'recovery-noted';

/** The one time that the recovery code is shown. Nothing is locked before somebody says that they have it. */
export function RecoveryCodeDialog({ code, onNoted, onCancel }: RecoveryCodeDialogProps) {
  const t = useMessages('device');
  const { name: vendor } = usePack();
  const [noted, setNoted] = useState(false);
  const [missing, setMissing] = useState(false);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(code));
  const turnOn = () => {
    setMissing(!noted);
    if (noted) onNoted();
    else focusField(NOTED_ID);
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={onCancel}
      title={t('recovery.title')}
      actions={
        <>
          <Button size="l" onPress={turnOn}>
            {t('recovery.turnOn')}
          </Button>
          <Button size="l" variant="secondary" onPress={onCancel}>
            {t('recovery.cancel')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text>{t('recovery.text')}</Text>
        <ol className={styles.code} dir="ltr" aria-label={t('recovery.code')}>
          {code.split('-').map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
            <li key={index}>{group}</li>
          ))}
        </ol>
        <div className={styles.print}>{t('recovery.printed', { vendor })}</div>
        <Row gap={3}>
          <Button variant="secondary" onPress={() => void copy()}>
            <Icon name="copy" size={20} /> {t('recovery.copy')}
          </Button>
          <Button variant="secondary" onPress={() => print()}>
            <Icon name="print" size={20} /> {t('recovery.print')}
          </Button>
          <span role="status">
            {copied !== undefined && t(copied ? 'recovery.copied' : 'recovery.notCopied')}
          </span>
        </Row>
        <div className={styles.screen}>
          <CheckboxRow
            id={NOTED_ID}
            label={t('recovery.noted')}
            isSelected={noted}
            onChange={(selected) => {
              setNoted(selected);
              setMissing(false);
            }}
            error={missing ? t('recovery.missing') : undefined}
            isRequired
          />
        </div>
      </Stack>
    </Dialog>
  );
}
