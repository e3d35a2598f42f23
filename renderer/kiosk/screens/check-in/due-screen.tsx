import { readLocalized } from '../../../../sync/domain/languages.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { languageAttributes, useLanguage, useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import styles from '../parts/screens.module.css';

/** What is to be filled in today, by the vendor's own titles. */
export function DueScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { language } = useLanguage();
  const { questionnaires } = useVisit().pack;
  const forms = useKnown((known) => known.forms);
  const sent = useKnown((known) => known.sent);
  const title = t(sent === 0 ? 'due.title' : 'due.next', { count: forms.length });
  return (
    <KioskFrame
      title={title}
      question={<KioskQuestion title={title} hint={t('due.hint')} />}
      aside={
        <Button variant="quiet" onPress={() => send({ type: 'DESK_ONLY' })}>
          {t('due.desk')}
        </Button>
      }
      action={
        <Button size="l" fullWidth onPress={() => send({ type: 'NEXT_FORM' })}>
          {t('due.start')}
        </Button>
      }
    >
      <ol className={styles.list} aria-label={t('due.list')}>
        {forms.map(({ slug }) => {
          const form = questionnaires.find((one) => one.slug === slug);
          if (!form) return null;
          const name = readLocalized(form.title, language);
          return (
            <li key={slug} className={styles.item}>
              <span {...languageAttributes(name, language)}>{name.text}</span>
              <small>{t('due.minutes', { minutes: form.durationMinutes })}</small>
            </li>
          );
        })}
      </ol>
    </KioskFrame>
  );
}
