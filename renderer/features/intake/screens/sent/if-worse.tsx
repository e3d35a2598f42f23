import { readLocalized } from '../../../../../sync/domain/languages.ts';
import { PhoneNumber } from '../../../../base/phone-number.tsx';
import { Heading, LinkRow, Rows, RowTitle, Stack, Text } from '../../../../design/basic/index.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../../i18n/index.ts';
import { HelpLines } from '../../safety/help-lines.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import styles from './success.module.css';

/** Whom to call when it can't wait: the vendor, then the numbers of the place. */
export function IfWorse({ place }: { readonly place: string | undefined }) {
  const t = useMessages('sent');
  const { language } = useLanguage();
  const { name: vendor, contact, region, rules } = usePack();
  const { offered } = useRunHolder();
  const asksOfCrisis = rules.some(
    ({ questionnaire, panel }) => questionnaire === offered.canonical && panel === 'crisis',
  );
  return (
    <Stack gap={4} as="section" aria-labelledby="worse" className={styles.worse}>
      <Stack gap={1}>
        <Heading level={2} size="m" id="worse">
          {t('success.worse')}
        </Heading>
        <Text>{t('success.worseText', { vendor })}</Text>
      </Stack>
      <div className={styles.numbers}>
        <Rows label={vendor}>
          <LinkRow
            tall
            icon="phone"
            link={
              <RowTitle href={`tel:${contact.phone}`}>
                {t('success.call')} <PhoneNumber number={contact.phone} />
              </RowTitle>
            }
            description={
              <>
                {vendor} · {readLocalized(contact.hours, language).text}
              </>
            }
          />
        </Rows>
        <HelpLines
          place={place ?? region}
          label={t('success.emergency')}
          kinds={asksOfCrisis ? ['emergency', 'crisis'] : ['emergency']}
        />
      </div>
    </Stack>
  );
}
