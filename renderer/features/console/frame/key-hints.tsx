import { useEffect, useState } from 'react';
import { Facts } from '../../../design/basic/index.ts';
import { Sheet } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { isForPage } from '../base/page-keys.ts';

/** The console's keys, shown by a question mark. */
export function KeyHints() {
  const t = useMessages('console');
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
    { term: '?', value: t('keys.help') },
  ];
  return (
    <Sheet isOpen onOpenChange={setOpen} title={t('keys.title')}>
      <Facts items={keys} />
    </Sheet>
  );
}
