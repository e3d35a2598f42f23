import type { Flood } from '../../../../sync/protocol/api/inbox.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/index.ts';

/** Whose quota it was: "Many submissions from new devices". */
export function FloodName({ flood: { scope, known } }: { readonly flood: Flood }) {
  const t = useMessages('console');
  if (scope === 'device' || known === null) return t(`flood.scope.${scope}`);
  return t(`flood.scope.${scope}.${known ? 'known' : 'new'}`);
}

/** How much there is of it: "9,990 alerts · 12 forms · 3 devices · 20 names". */
export function FloodCounts({ flood }: { readonly flood: Flood }) {
  const t = useMessages('console');
  const { alerts, cases, devices, names, scope } = flood;
  const parts = [
    ...(alerts > 0 ? [t('flood.alerts', { count: alerts })] : []),
    ...(cases > 0 ? [t('flood.cases', { count: cases })] : []),
    ...(scope === 'device' ? [] : [t('flood.devices', { count: devices })]),
    ...(names === undefined ? [] : [t('flood.names', { count: names })]),
  ];
  return <>{parts.join(' · ')}</>;
}

/** From when to when it came. */
export function FloodSpan({ flood: { firstAt, lastAt } }: { readonly flood: Flood }) {
  const t = useMessages('console');
  const format = useFormat();
  if (firstAt === undefined || lastAt === undefined) return null;
  const from = format.dateTime(firstAt);
  const to = format.dateTime(lastAt);
  return <>{from === to ? t('flood.at', { when: from }) : t('flood.span', { from, to })}</>;
}
