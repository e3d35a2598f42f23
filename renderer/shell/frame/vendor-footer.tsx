import { classes } from '../../base/classes.ts';
import { PhoneNumber } from '../../base/phone-number.tsx';
import { TextLink } from '../../design/basic/actions/links.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../i18n/index.ts';
import { EmergencyLine } from './emergency-line.tsx';
import styles from './vendor-footer.module.css';

export function VendorFooter() {
  const t = useMessages('shell');
  const { slug, name, legalName, demo, region, contact, registrations, legal, packHash } = usePack();
  return (
    <footer className={styles.footer}>
      <div className={styles.emergency}>
        <div className={styles.inner}>
          <EmergencyLine place={region} />
        </div>
      </div>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <section className={styles.column} aria-label={t('footer.contact', { name })}>
            <h2 className={styles.title}>{t('footer.contact', { name })}</h2>
            <ul className={styles.list}>
              <li>
                <TextLink href={`tel:${contact.phone}`} tone="ink" standalone dir="ltr">
                  <PhoneNumber number={contact.phone} />
                </TextLink>
              </li>
              <li>
                <TextLink href={`mailto:${contact.email}`} tone="ink" standalone dir="ltr">
                  {contact.email}
                </TextLink>
              </li>
              <li className={styles.plain}>
                <LocalizedText text={contact.hours} />
              </li>
              <li className={styles.plain}>
                <address>
                  <bdi>{contact.address}</bdi>
                </address>
              </li>
            </ul>
          </section>
          <nav className={styles.column} aria-label={t('footer.legal')}>
            <h2 className={styles.title}>{t('footer.legal')}</h2>
            <ul className={classes(styles.list, styles.documents)}>
              {legal.map((document) => (
                <li key={document.slug}>
                  <TextLink
                    to="/connect/$vendor/$legal"
                    params={{ vendor: slug, legal: document.slug }}
                    tone="ink"
                    standalone
                  >
                    <LocalizedText text={document.title} />
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
          <section className={styles.column} aria-label={t('footer.about')}>
            <h2 className={styles.title}>{t('footer.about')}</h2>
            <ul className={styles.list}>
              <li className={styles.plain}>{legalName}</li>
              {registrations.map(({ label, value }) => (
                <li key={value} className={styles.plain}>
                  <LocalizedText text={label} /> <bdi className={styles.figure}>{value}</bdi>
                </li>
              ))}
              <li>
                <TextLink href="/#clinics" tone="ink" standalone>
                  {t('footer.otherClinics')}
                </TextLink>
              </li>
            </ul>
          </section>
        </div>
        <div className={styles.end}>
          {demo && (
            <Text size="xs" strong>
              {t('footer.demo', { name })}
            </Text>
          )}
          <Text size="xs" tone="soft" tabular>
            {t('footer.version', { version: packHash.slice(0, 8) })}
          </Text>
        </div>
      </div>
    </footer>
  );
}
