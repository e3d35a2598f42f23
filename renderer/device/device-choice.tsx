import { Notice } from '../design/basic/status/notice.tsx';
import { ChoiceRows } from '../design/controls/choices/choice-rows.tsx';
import { useMessages } from '../i18n/index.ts';
import type { DeviceOwner } from '../platform/contract/contract.ts';
import { usePack, useStorageReport } from './provider/platform-provider.tsx';

export const DEVICE_ID = 'device-owner';

interface DeviceChoiceProps {
  readonly value: DeviceOwner | null;
  readonly onChange: (owner: DeviceOwner) => void;
  readonly error?: string | undefined;
}

/** Asked once, when something is about to stay: what a device of one's own keeps, a shared one deletes. */
export function DeviceChoice({ value, onChange, error }: DeviceChoiceProps) {
  const t = useMessages('welcome');
  const { settings, name: vendor } = usePack();
  const report = useStorageReport();
  return (
    <>
      <ChoiceRows
        id={DEVICE_ID}
        label={t('device.title')}
        options={[
          {
            id: 'own',
            label: t('device.own'),
            description: t('device.ownText', { days: settings.copyDays }),
          },
          {
            id: 'shared',
            label: t('device.shared'),
            description: t('device.sharedText', { vendor, minutes: settings.idleMinutes }),
          },
        ]}
        value={value}
        onChange={(id) => onChange(id === 'own' ? 'own' : 'shared')}
        error={error}
      />
      {report?.mode === 'memory' && (
        <Notice tone="warning" title={t('storage.memory')}>
          {t('storage.memoryText')}
        </Notice>
      )}
    </>
  );
}
