import { useCallback } from 'react';
import { Mark } from '../../../design/basic/text/mark.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { useSend, useVisit } from '../../visit/visit-context.ts';
import styles from './poster.module.css';
import { useHold } from './use-hold.ts';

/** The vendor's mark and name. Held for five seconds it opens the staff's page, as the kiosk's documentation says. */
export function StaffMark() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { name, brand } = useVisit().pack;
  const hold = useHold(useCallback(() => send({ type: 'STAFF' }), [send]));
  return (
    <button type="button" className={styles.mark} aria-describedby="staff-hold" {...hold}>
      <Mark mark={brand.mark} size={48} />
      <span>{name}</span>
      <span id="staff-hold" hidden>
        {t('staff.enter')}
      </span>
    </button>
  );
}
