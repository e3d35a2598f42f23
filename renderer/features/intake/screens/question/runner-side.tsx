import { PhoneNumber } from '../../../../base/phone-number.tsx';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { Art } from '../../../../design/basic/text/art.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../../../i18n/index.ts';
import { useFormFacts } from '../../../../shell/frame/form-facts.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import styles from './runner-side.module.css';

/** Beside the question on a wide screen: the vendor's drawing, who will read the answers, and whom to call about them. */
export function RunnerSide() {
  const t = useMessages('shell');
  const { name, brand, contact } = usePack();
  const { offered } = useRunHolder();
  const { reader, review } = useFormFacts()(offered);
  return (
    <aside className={styles.side} aria-label={t('footer.contact', { name })}>
      {/* Where questions are only counted, nothing is drawn beside them. */}
      {brand.layout?.progress !== 'count' && (
        <Art src={brand.art.landing ?? brand.art.home} width={480} height={570} className={styles.art} />
      )}
      <Stack gap={4}>
        <Text size="xs" tone="soft">
          {reader !== '' && <span className={styles.reader}>{reader}</span>}
          {review}
        </Text>
        <Text size="xs" tone="soft">
          <a href={`tel:${contact.phone}`} className={styles.phone}>
            <PhoneNumber number={contact.phone} />
          </a>
          <LocalizedText text={contact.hours} />
        </Text>
      </Stack>
    </aside>
  );
}
