import { StatusLine, Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { ShownEntry } from '../profile/use-profile.ts';
import { useDay } from '../profile/value-words.ts';

/** When it was said and by whom; or that it is still on its way, which is no less true meanwhile. */
export function EntryStatus({
  entry: { record, extra },
  isDated = false,
}: {
  readonly entry: ShownEntry;
  /** Whether to say when, too: where the section's own date isn't that of each entry. */
  readonly isDated?: boolean;
}) {
  const t = useMessages('patient');
  const day = useDay();
  const offline = useOffline();
  const { name: vendor } = usePack();
  const pending = extra?.pending;
  if (pending?.state === 'with-clinic')
    return <StatusLine status="waiting">{t('withClinic', { vendor })}</StatusLine>;
  if (pending) {
    return (
      <StatusLine status={offline ? 'saved' : 'saving'}>{t(offline ? 'waiting' : 'sending')}</StatusLine>
    );
  }
  if (!isDated && record.author === 'patient') return null;
  const when = day(record.statedAt);
  return (
    <Text size="xs" tone="soft">
      {record.author === 'clinic' ? t('statedByClinic', { vendor, when }) : t('stated', { when })}
    </Text>
  );
}
