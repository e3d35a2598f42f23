import { TextLink } from '../../design/basic/actions/links.tsx';
import { Mark } from '../../design/basic/text/mark.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LanguageSelect } from './language-select.tsx';
import styles from './vendor-header.module.css';

/** Whose page it is, and the language. Nothing else competes with the one action of the screen. */
export function VendorHeader() {
  const { slug, name, brand, locales } = usePack();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <TextLink to="/connect/$vendor/" params={{ vendor: slug }} tone="ink" className={styles.home}>
          <Mark mark={brand.mark} size={32} />
          <span className={styles.name}>{name}</span>
        </TextLink>
        {locales.length > 1 && <LanguageSelect offered={locales} />}
      </div>
    </header>
  );
}
