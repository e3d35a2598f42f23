import { readLocalized } from '../../../../sync/domain/languages.ts';
import { Icon } from '../../../design/basic/text/icon.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { languageAttributes, useLanguage, useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import { ActionRow } from '../parts/action-row.tsx';
import { OtherWays } from '../parts/other-ways.tsx';
import styles from '../parts/screens.module.css';

/** What somebody without an appointment comes for: one of the vendor's forms, or the desk. */
export function WalkInScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { language } = useLanguage();
  const { questionnaires } = useVisit().pack;
  const checkIn = useKnown(({ status }) => status.checkIn);
  const offered = questionnaires.filter(({ status }) => status === 'open');
  return (
    <KioskFrame
      title={t('walkIn.title')}
      question={
        <KioskQuestion
          title={t('walkIn.title')}
          {...(offered.length > 0 ? { hint: t('walkIn.hint') } : {})}
        />
      }
      ways={<OtherWays without="walk-in" />}
      action={
        <Button size="l" variant="secondary" fullWidth onPress={() => send({ type: 'DESK_ONLY' })}>
          {t('walkIn.desk')}
        </Button>
      }
      {...(checkIn ? { back: () => send({ type: 'BACK' }) } : {})}
    >
      <ul className={styles.list}>
        {offered.map((form) => {
          const title = readLocalized(form.title, language);
          return (
            <li key={form.slug}>
              <ActionRow onPress={() => send({ type: 'FORM_CHOSEN', slug: form.slug })}>
                <span {...languageAttributes(title, language)}>{title.text}</span>
                <small>{t('walkIn.minutes', { minutes: form.durationMinutes })}</small>
                <Icon name="chevron-forward" size={24} />
              </ActionRow>
            </li>
          );
        })}
      </ul>
    </KioskFrame>
  );
}
