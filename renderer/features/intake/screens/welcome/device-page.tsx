import { Notice } from '../../../../design/basic/status/notice.tsx';
import { ChoiceRows } from '../../../../design/controls/choices/choice-rows.tsx';
import { useFieldErrors } from '../../../../design/controls/fields/field-errors.ts';
import { usePack, useStorageReport } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { DeviceOwner } from '../../../../platform/contract/contract.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useTyped } from '../parts/use-typed.ts';
import { WelcomePage } from './welcome-page.tsx';

/** Asked once: what a phone of one's own keeps, a shared one deletes. */
export function DevicePage({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('welcome');
  const { settings, name: vendor } = usePack();
  const report = useStorageReport();
  const [owner, setOwner] = useTyped<DeviceOwner | null>(run, 'device-owner', null);
  const { errors, show, clear } = useFieldErrors<'device-owner'>();
  const submit = () => {
    if (show(owner === null ? { 'device-owner': t('device.missing') } : {}) && owner !== null)
      run.giveOwner(owner);
  };
  return (
    <WelcomePage run={run} number={4} title={t('device.title')} onSubmit={submit}>
      <ChoiceRows
        id="device-owner"
        label={t('device.title')}
        hideLabel
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
        value={owner}
        onChange={(id) => {
          setOwner(id === 'own' ? 'own' : 'shared');
          clear('device-owner');
        }}
        error={errors['device-owner']}
      />
      {report?.mode === 'memory' && (
        <Notice tone="warning" title={t('storage.memory')}>
          {t('storage.memoryText')}
        </Notice>
      )}
    </WelcomePage>
  );
}
