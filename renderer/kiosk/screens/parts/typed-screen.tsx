import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { TextField, type TextFieldProps } from '../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { KioskFrame, type KioskFrameProps, KioskQuestion } from '../../frame/index.ts';
import { Problem } from './problem.tsx';

export interface TypedScreenProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly label: string;
  readonly initial?: string;
  readonly missing: string;
  /** What the last attempt came back with; gone with the next key. */
  readonly problem?: string | undefined;
  readonly submitLabel?: string;
  readonly isPending?: boolean;
  readonly field?: Partial<Pick<TextFieldProps, 'autoCapitalize' | 'maxLength' | 'spellCheck'>>;
  readonly onSubmit: (text: string) => void;
  readonly back?: (() => void) | undefined;
  readonly utilities?: KioskFrameProps['utilities'];
  readonly ways?: ReactNode;
}

/** One line that is typed with the keys of the screen, which are there at once. */
export function TypedScreen(props: TypedScreenProps) {
  const { title, hint, label, initial = '', missing, problem, isPending = false, field, ways } = props;
  const t = useMessages('kiosk');
  const id = useId();
  const [text, setText] = useState(initial);
  /** Empty once something was typed after an attempt. */
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    document.getElementById(`${id}-field`)?.focus();
  }, [id]);
  const shown = said ?? problem;
  return (
    <KioskFrame
      title={title}
      question={
        <>
          <KioskQuestion title={title} hint={hint} keepFocus />
          {shown !== undefined && shown !== '' && <Problem>{shown}</Problem>}
        </>
      }
      action={
        <Button size="l" fullWidth type="submit" form={id} isPending={isPending} pendingLabel={t('busy')}>
          {props.submitLabel ?? t('continue')}
        </Button>
      }
      steady
      ways={ways}
      {...(props.back ? { back: props.back } : {})}
      {...(props.utilities === undefined ? {} : { utilities: props.utilities })}
    >
      <form
        id={id}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return setSaid(missing);
          // What comes of this attempt is to be seen.
          setSaid(undefined);
          props.onSubmit(text.trim());
        }}
      >
        <TextField
          id={`${id}-field`}
          label={label}
          value={text}
          onChange={(next) => {
            setText(next);
            setSaid('');
          }}
          autoComplete="off"
          spellCheck={false}
          {...field}
        />
      </form>
    </KioskFrame>
  );
}
