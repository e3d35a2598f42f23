import { useEffect, useState } from 'react';
import { Facts, Stack } from '../../../design/basic/index.ts';
import { CheckboxRow, Sheet } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { isForPage } from '../base/page-keys.ts';
import { usePreferences } from '../base/preferences.ts';

/** The console's keys, shown by a question mark. */
export function KeyHints() {
  const t = useMessages('console');
  const { vendor, session } = useConsole();
  const [{ keys: isOn }, prefer] = usePreferences(vendor, session.staff.email);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      if (event.key === '?' && isForPage(event)) setOpen(true);
    };
    document.addEventListener('keydown', show);
    return () => document.removeEventListener('keydown', show);
  }, []);
  if (!isOpen) return null;
  const keys = [
    { term: '/', value: t('keys.search') },
    { term: 'J, ↓', value: t('keys.next') },
    { term: 'K, ↑', value: t('keys.previous') },
    { term: 'Enter', value: t('keys.open') },
    { term: 'A', value: t('keys.claim') },
    { term: 'P', value: t('keys.approve') },
    { term: 'Q', value: t('keys.ask') },
    { term: 'D', value: t('keys.decline') },
    { term: 'R', value: t('keys.refer') },
    { term: 'V', value: t('keys.live') },
    { term: 'N', value: t('keys.note') },
    { term: 'U', value: t('keys.undo') },
    { term: 'Ctrl+Enter', value: t('keys.send') },
    { term: 'Esc', value: t('keys.leave') },
    { term: '?', value: t('keys.help') },
  ];
  return (
    <Sheet isOpen onOpenChange={setOpen} title={t('keys.title')}>
      <Stack gap={3}>
        <Facts items={keys} />
        <CheckboxRow label={t('keys.on')} isSelected={isOn} onChange={(next) => prefer({ keys: next })} />
      </Stack>
    </Sheet>
  );
}
