import { TextLink } from '../../design/basic/actions/links.tsx';
import { Notice } from '../../design/basic/status/notice.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';

/** Why nothing can be started now, and what still can be done. */
export function OpeningNotice() {
  const t = useMessages('shell');
  const { status, name, contact } = usePack();
  if (status === 'open') return null;
  return (
    <Notice
      tone="warning"
      title={t(status === 'paused' ? 'home.paused.title' : 'home.maintenance.title', { name })}
    >
      {t(status === 'paused' ? 'home.paused.text' : 'home.maintenance.text', { name })}{' '}
      <TextLink href={`tel:${contact.phone}`}>{t('home.callUs')}</TextLink>
    </Notice>
  );
}
