import { Notice } from '../../../design/basic/index.ts';
import { useDeliveries, usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { Delivery } from '../../../platform/contract/contract.ts';
import { AlertLine } from './alert-line.tsx';
import { alertOf } from './alert-stage.ts';

/** After the panel has been closed: what the clinic knows of the urgent answer of this session, if there was one. */
export function SessionAlert({ session }: { readonly session: string }) {
  const alert = alertOf(useDeliveries(), session);
  return alert ? <Known alert={alert} /> : null;
}

function Known({ alert }: { readonly alert: Delivery }) {
  const t = useMessages('safety');
  const { name } = usePack();
  return (
    <Notice title={t('alert.about')}>
      <AlertLine alert={alert} failed={false} vendor={name} />
    </Notice>
  );
}
