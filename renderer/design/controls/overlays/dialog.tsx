import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import { Button } from '../buttons/button.tsx';
import styles from './dialog.module.css';
import { keepTabWithin } from './keep-tab-within.ts';

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

type OverlayProps = DialogProps & { readonly look: 'dialog' | 'sheet' };

/**
 * The browser's own modal dialog: what is behind it is inert, and it gives the focus back when it closes. Outside of the page's
 * root, so that neither what surrounds it in the page nor how that is printed has a say in how it looks.
 */
function Modal({ title, children, actions, onOpenChange, role = 'dialog', lang, look }: OverlayProps) {
  const t = useMessages('design');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressedBeside = useRef(false);
  const mustAnswer = role === 'alertdialog';
  useLayoutEffect(() => {
    const modal = dialog.current;
    modal?.showModal();
    // The whole, not its first button: so that its title is what is read first.
    modal?.focus();
    return () => modal?.close();
  }, []);
  const dismiss = () => {
    if (!mustAnswer) onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Escape') return keepTabWithin(event.currentTarget, event);
    // Here and not left to the browser, which lets a second Escape close even what must be answered.
    event.preventDefault();
    dismiss();
  };
  const onClose = () => {
    // The browser may close it all the same, e.g. by a second gesture of Android's.
    if (dialog.current?.open !== false) return;
    if (mustAnswer) dialog.current.showModal();
    else onOpenChange(false);
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the whole dialog, and the tap beside it.
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes(styles.overlay, look === 'sheet' && styles.sheetOverlay)}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onClose={onClose}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A text that is selected from within to beside it ends with a click here, too.
        if (pressedBeside.current && event.target === event.currentTarget) dismiss();
      }}
      {...(lang === undefined ? {} : { lang })}
    >
      <div className={classes(styles.modal, styles[look])}>
        <div className={styles.content}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {!mustAnswer && (
              <Button variant="quiet" onPress={() => onOpenChange(false)} aria-label={t('close')}>
                <Icon name="close" size={24} />
              </Button>
            )}
          </div>
          {children !== undefined && <div className={styles.text}>{children}</div>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

/** Asks something before anything else goes on. Focus moves in, stays in, and goes back to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen && <Modal {...props} look="dialog" />;
}

/** The same for longer matters: comes from below on a phone, from the inline end on a desk. */
export function Sheet(props: DialogProps) {
  return props.isOpen && <Modal {...props} look="sheet" />;
}
