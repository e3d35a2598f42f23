import { Mark } from '../../../design/basic/text/mark.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { KioskFrame } from '../../frame/index.ts';
import { useVisit } from '../../visit/visit-context.ts';
import styles from './cleared-screen.module.css';

/** What was on the screen is forgotten: said for two seconds before the session ends, and until the next page is shown. */
export function ClearedScreen() {
  const t = useMessages('kiosk');
  const { brand } = useVisit().pack;
  return (
    <KioskFrame title={t('cleared.title')} layout="poster" utilities="none">
      <div className={styles.cleared} role="status">
        <Mark mark={brand.mark} size={96} look="outline" />
        <h1 className={styles.line}>{t('cleared.title')}</h1>
      </div>
    </KioskFrame>
  );
}
