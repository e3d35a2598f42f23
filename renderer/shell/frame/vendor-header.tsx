import { Suspense, use } from 'react';
import { TextLink } from '../../design/basic/actions/links.tsx';
import { Mark } from '../../design/basic/text/mark.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { HeaderAccount } from './header-account.ts';
import { LanguageSelect } from './language-select.tsx';
import styles from './vendor-header.module.css';

/** Whose page it is, the account, and the language. Nothing else competes with the one action of the screen. */
export function VendorHeader() {
  const { slug, name, brand, locales } = usePack();
  const account = use(HeaderAccount);
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <TextLink to="/connect/$vendor/" params={{ vendor: slug }} tone="ink" className={styles.home}>
          <Mark mark={brand.mark} size={32} />
          <span className={styles.name}>{name}</span>
        </TextLink>
        <div className={styles.tools}>
          <span className={styles.account}>
            <Suspense fallback={null}>{account}</Suspense>
          </span>
          {locales.length > 1 && <LanguageSelect offered={locales} isCompact />}
        </div>
      </div>
    </header>
  );
}
