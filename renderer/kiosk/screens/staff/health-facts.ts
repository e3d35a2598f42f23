/** The staff's figures as labels and values. Pure. */
import type { Format, Translate } from '../../../i18n/index.ts';
import type { KioskHealthPage } from '../../../platform/contract/kiosk-contract.ts';

export interface HealthFact {
  readonly label: string;
  readonly value: string;
  /** Somebody should look at it. */
  readonly attention?: boolean;
}

const HOUR_SECONDS = 3_600;

export function healthFacts(
  health: KioskHealthPage,
  t: Translate<'kiosk'>,
  format: Pick<Format, 'dateTime' | 'number'>,
): readonly HealthFact[] {
  const at = (instant: string) => format.dateTime(instant);
  const megabytes = (count: number | undefined) =>
    count === undefined ? t('health.unknown') : t('health.megabytes', { count: format.number(count) });
  const { uptimeSeconds, lastWipe, lastSync, keyValidUntil, configRefused } = health;
  return [
    { label: t('health.name'), value: health.name },
    {
      label: t('health.network'),
      value: t(health.online ? 'health.online' : 'health.offline'),
      attention: !health.online,
    },
    { label: t('health.queued'), value: format.number(health.queued), attention: health.queued > 0 },
    { label: t('health.lastSync'), value: lastSync === undefined ? t('health.never') : at(lastSync) },
    {
      label: t('health.key'),
      value:
        keyValidUntil === undefined ? t('health.noKey') : t('health.keyUntil', { time: at(keyValidUntil) }),
      attention: keyValidUntil === undefined,
    },
    {
      label: t('health.checkIn'),
      value: t(health.checkInVersion === undefined ? 'health.noCheckIn' : 'health.loaded'),
      attention: health.checkInVersion === undefined,
    },
    {
      label: t('health.wipe'),
      value:
        lastWipe === undefined
          ? t('health.never')
          : t(lastWipe.complete ? 'health.wipeComplete' : 'health.wipeIncomplete', { time: at(lastWipe.at) }),
      attention: lastWipe?.complete === false,
    },
    {
      label: t('health.printer'),
      value: t(`health.printer.${health.printer}`),
      attention: health.printer === 'failing',
    },
    {
      label: t('health.speech'),
      value: t(`health.speech.${health.speech}`),
      attention: health.speech === 'absent',
    },
    {
      label: t('health.config'),
      value:
        configRefused === undefined
          ? t('health.configVersion', { version: health.configVersion })
          : t('health.configRefused', { version: health.configVersion, why: configRefused }),
      attention: configRefused !== undefined,
    },
    { label: t('health.version'), value: health.version },
    { label: t('health.host'), value: t(`health.host.${health.host}`) },
    {
      label: t('health.uptime'),
      value:
        uptimeSeconds < HOUR_SECONDS
          ? t('health.minutes', { minutes: Math.floor(uptimeSeconds / 60) })
          : t('health.hours', { hours: Math.floor(uptimeSeconds / HOUR_SECONDS) }),
    },
    { label: t('health.memory'), value: megabytes(health.memoryMegabytes) },
    { label: t('health.disk'), value: megabytes(health.freeDiskMegabytes) },
    {
      label: t('health.failures'),
      value: format.number(health.viewFailures),
      attention: health.viewFailures > 0,
    },
    {
      label: t('health.update'),
      value: t(`health.update.${health.lastUpdate}`),
      attention: health.lastUpdate === 'taken-back',
    },
  ];
}
