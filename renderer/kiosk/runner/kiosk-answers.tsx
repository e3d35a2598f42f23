import { useState } from 'react';
import { Icon } from '../../design/basic/text/icon.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import type { AnswersParts } from '../../features/intake/parts.ts';
import { useMessages } from '../../i18n/index.ts';
import { Paged } from '../base/paged.tsx';
import styles from './kiosk-flow-frame.module.css';

/** A key per section, which opens its answers: all of them and the signature are one page, which nobody has to turn. */
export function KioskAnswers({ sections }: AnswersParts) {
  const t = useMessages('frame');
  const [shown, setShown] = useState<string>();
  const section = sections.find(({ title }) => title === shown);
  const close = () => setShown(undefined);
  return (
    <>
      <ul className={styles.sections}>
        {sections.map(({ title, lang, summary }) => (
          <li key={title}>
            <button type="button" className={styles.section} onClick={() => setShown(title)}>
              <span className={styles.name}>
                <strong lang={lang}>{title}</strong>
                <span className={styles.summary}>
                  <bdi>{summary}</bdi>
                </span>
              </span>
              <Icon name="chevron-forward" size={24} />
            </button>
          </li>
        ))}
      </ul>
      {section && (
        <Dialog
          isOpen
          onOpenChange={close}
          title={section.title}
          lang={section.lang}
          actions={
            <Button size="l" onPress={close}>
              {t('help.back')}
            </Button>
          }
        >
          <div className={styles.document}>
            <Paged>{section.rows}</Paged>
          </div>
        </Dialog>
      )}
    </>
  );
}
