import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useMessages } from '../../i18n/index.ts';
import { Icon } from '../basic/icon.tsx';
import { classes } from '../classes.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one first. */
  readonly actions?: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** `alertdialog` for what can't wait and must be answered: no close button, no Escape, no tap beside it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly lang?: string | undefined;
}

function Overlay({
  title,
  children,
  actions,
  isOpen,
  onOpenChange,
  role = 'dialog',
  lang,
  look,
}: DialogProps & { readonly look: 'dialog' | 'sheet' }) {
  const t = useMessages('design');
  const mustAnswer = role === 'alertdialog';
  return (
    <ModalOverlay
      className={classes(styles.overlay, look === 'sheet' && styles.sheetOverlay)}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!mustAnswer}
      isKeyboardDismissDisabled={mustAnswer}
    >
      <Modal className={classes(styles.modal, styles[look])}>
        <AriaDialog role={role} className={styles.content ?? ''} {...(lang === undefined ? {} : { lang })}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            {!mustAnswer && (
              <Button variant="quiet" onPress={() => onOpenChange(false)} aria-label={t('close')}>
                <Icon name="close" size={24} />
              </Button>
            )}
          </div>
          {children !== undefined && <div className={styles.text}>{children}</div>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks something before anything else goes on. Focus moves in, stays in, and goes back to where it was. */
export function Dialog(props: DialogProps) {
  return <Overlay {...props} look="dialog" />;
}

/** The same for longer matters: comes from below on a phone, from the inline end on a desk. */
export function Sheet(props: DialogProps) {
  return <Overlay {...props} look="sheet" />;
}
