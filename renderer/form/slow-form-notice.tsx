import { useCallback, useSyncExternalStore } from 'react';
import type { Form } from '../../sync/questionnaire/model/contract.ts';
import { Notice } from '../design/basic/status/notice.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { useMessages } from '../i18n/index.ts';

/** Says that the form's expressions took too long, from the change on after which they did: nobody should wait for a result that won't come. */
export function SlowFormNotice({ form }: { readonly form: Form }) {
  const t = useMessages('form');
  const subscribe = useCallback((listener: () => void) => form.onChange(listener), [form]);
  const isSlow = useSyncExternalStore(subscribe, () => form.overBudget);
  if (!isSlow) return null;
  return (
    <Notice live="status">
      <Text>{t('form.slow')}</Text>
    </Notice>
  );
}
