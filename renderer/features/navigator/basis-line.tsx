import type { Basis } from '../../../sync/domain/navigator/branches/tree.ts';
import { navigatorTree } from '../../../sync/domain/navigator/navigator.ts';
import { Text } from '../../design/basic/index.ts';
import { useFormat, useMessages } from '../../i18n/index.ts';

/** Where an end's advice is from, who has reviewed it, and of which day the questions are. */
export function BasisLine({ basis: { source, reviewed } }: { readonly basis: Basis }) {
  const t = useMessages('navigator');
  const format = useFormat();
  return (
    <Text size="xs" tone="soft">
      {t('basis', { source })}{' '}
      {reviewed ? t('reviewed', { by: reviewed.by, on: format.date(reviewed.on) }) : t('unreviewed')}{' '}
      {t('version', { version: format.date(navigatorTree.version) })}
    </Text>
  );
}
