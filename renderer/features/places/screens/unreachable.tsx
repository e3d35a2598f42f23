import { NativeButton, Notice } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { toAnswer } from './place-choices.tsx';

/** The clinics of a place can't be loaded, which isn't that there are none. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  const t = useMessages('places');
  const shell = useMessages('shell');
  return (
    <Notice tone="warning" live="status" title={t('failed')}>
      <p>{t('failed.text')}</p>
      <NativeButton variant="secondary" ref={toAnswer} onClick={onRetry}>
        {shell('error.again')}
      </NativeButton>
    </Notice>
  );
}
