import { Icons, ToastContainer } from 'react-toastify/unstyled';
// The unstyled build puts no <style> into the page, which the content security policy would refuse.
import 'react-toastify/ReactToastify.css';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import styles from './toast-region.module.css';

const ownIcons = { info: Icons.info, success: Icons.success, warning: Icons.warning, error: Icons.error };

/** react-toastify exactly at its defaults: top right, 5000 ms, held while pointed at and while the window has no focus. */
export default function ToastRegion() {
  const { direction } = useLanguage();
  const t = useMessages('design');
  return (
    <ToastContainer
      rtl={direction === 'rtl'}
      className={styles.region ?? ''}
      toastClassName={styles.toast ?? ''}
      // Its own drawing, which says nothing that the words don't.
      icon={({ type, theme }) =>
        type !== 'default' && <span aria-hidden="true">{ownIcons[type]({ type, theme })}</span>
      }
      closeButton={({ closeToast }) => (
        <button type="button" className={styles.close} onClick={closeToast} aria-label={t('toast.close')}>
          <Icon name="close" size={20} />
        </button>
      )}
    />
  );
}
