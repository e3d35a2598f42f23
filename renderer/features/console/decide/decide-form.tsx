import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { NativeButton, Stack } from '../../../design/basic/index.ts';
import { Button, focusFirstInvalid } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import styles from './decision-panel.module.css';

export interface DecideFormProps {
  readonly title: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** What is decided, in place: the first field has the focus, Escape leaves it, Ctrl or Command with Enter sends it. */
export function DecideForm({ title, submit, isBusy, onSubmit, onCancel, children }: DecideFormProps) {
  const t = useMessages('decide');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, []);
  const send = () => {
    if (isBusy) return;
    onSubmit();
    if (form.current) focusFirstInvalid(form.current);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of every field in it
    <form
      ref={form}
      noValidate
      aria-label={title}
      className={styles.form}
      onKeyDown={press}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <p className={styles.formTitle}>{title}</p>
      <Stack gap={3}>{children}</Stack>
      <div className={styles.buttons}>
        <Button type="submit" isPending={isBusy}>
          {submit}
        </Button>
        <NativeButton type="button" variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </NativeButton>
      </div>
    </form>
  );
}
