import type { Flood } from '../../../../sync/protocol/api/inbox.ts';
import { useMessages } from '../../../i18n/index.ts';

/** Whose quota it was: "Many submissions from new devices". */
export function FloodName({ flood: { scope, known } }: { readonly flood: Flood }) {
  const t = useMessages('console');
  if (scope === 'device' || known === null) return t(`flood.scope.${scope}`);
  return t(`flood.scope.${scope}.${known ? 'known' : 'new'}`);
}

/** How much there is of it: "9,990 alerts · 12 forms · 3 devices". */
export function FloodCounts({ flood }: { readonly flood: Flood }) {
  const t = useMessages('console');
  const { alerts, cases, devices, scope } = flood;
  const parts = [
    ...(alerts > 0 ? [t('flood.alerts', { count: alerts })] : []),
    ...(cases > 0 ? [t('flood.cases', { count: cases })] : []),
    ...(scope === 'device' ? [] : [t('flood.devices', { count: devices })]),
  ];
  return <>{parts.join(' · ')}</>;
}
