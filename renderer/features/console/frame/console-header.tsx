import { lazy, Suspense, useState } from 'react';
import { languages } from '../../../../sync/domain/languages.ts';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import { NativeButton, TextLink } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { LanguageSelect } from '../../../shell/frame/language-select.tsx';
import { useConsole } from '../base/console-context.ts';
import { usePreferences } from '../base/preferences.ts';
import { VendorName } from '../sign-in/vendor-name.tsx';
import styles from './console-header.module.css';

/** Of no use to a list that has to be there at once. */
const PermissionsSheet = lazy(async () => ({
  default: (await import('./permissions-sheet.tsx')).PermissionsSheet,
}));

const schemes = ['system', 'light', 'dark'] as const;

export function ConsoleHeader({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useMessages('console');
  const { vendor, session } = useConsole();
  const [isShown, setShown] = useState(false);
  const [{ scheme }, prefer] = usePreferences(vendor, session.staff.email);
  return (
    <header className={styles.header}>
      <TextLink
        to="/console/$vendor"
        params={{ vendor }}
        tone="ink"
        className={styles.home}
        aria-label={t('header.inbox', { name: session.vendor.name })}
      >
        <VendorName slug={vendor} />
      </TextLink>
      <nav className={styles.places} aria-label={t('nav.label')}>
        <TextLink
          to="/console/$vendor"
          params={{ vendor }}
          activeOptions={{ exact: true }}
          tone="ink"
          className={styles.place}
        >
          {t('nav.inbox')}
        </TextLink>
        {may(session.staff.role, 'orders.read') && (
          <TextLink to="/console/$vendor/orders" params={{ vendor }} tone="ink" className={styles.place}>
            {t('nav.orders')}
          </TextLink>
        )}
        <TextLink to="/console/$vendor/patients" params={{ vendor }} tone="ink" className={styles.place}>
          {t('nav.patients')}
        </TextLink>
        <TextLink to="/console/$vendor/today" params={{ vendor }} tone="ink" className={styles.place}>
          {t('nav.today')}
        </TextLink>
        <TextLink to="/console/$vendor/kiosks" params={{ vendor }} tone="ink" className={styles.place}>
          {t('nav.kiosks')}
        </TextLink>
        {session.vendor.demo && may(session.staff.role, 'outbox.read') && (
          <TextLink to="/console/$vendor/outbox" params={{ vendor }} tone="ink" className={styles.place}>
            {t('nav.outbox')}
          </TextLink>
        )}
      </nav>
      {session.vendor.demo && <p className={styles.demo}>{t('demo')}</p>}
      <div className={styles.person}>
        <LanguageSelect offered={languages} />
        <select
          className={styles.scheme}
          aria-label={t('scheme')}
          value={scheme}
          onChange={({ target }) =>
            prefer({ scheme: schemes.find((one) => one === target.value) ?? 'system' })
          }
        >
          {schemes.map((one) => (
            <option key={one} value={one}>
              {t(`scheme.${one}`)}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={styles.who}
          aria-haspopup="dialog"
          title={t('permissions.open')}
          onClick={() => setShown(true)}
        >
          <bdi>{session.staff.name}</bdi>
          <span className={styles.role}>{t(`role.${session.staff.role}`)}</span>
        </button>
        <NativeButton variant="quiet" onClick={onSignOut}>
          {t('signOut')}
        </NativeButton>
      </div>
      {isShown && (
        <Suspense>
          <PermissionsSheet onClose={() => setShown(false)} />
        </Suspense>
      )}
    </header>
  );
}
