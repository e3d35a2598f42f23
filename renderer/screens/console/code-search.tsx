import { type SubmitEvent, useState } from 'react';
import type { InboxItem } from '../../../sync/protocol/console.ts';
import { normaliseHumanCode } from '../../../sync/protocol/human-code.ts';
import { NativeButton, Notice } from '../../design/basic/index.ts';
import { Button, TextField } from '../../design/controls/index.ts';
import { useMessages } from '../../i18n/index.ts';
import type { Failure } from './api-answer.ts';
import styles from './code-search.module.css';
import { useConsole } from './console-context.ts';
import { useFailureText } from './failure-text.ts';

export interface Found {
  readonly code: string;
  readonly items: readonly InboxItem[];
  /** This device's clock: the search has no time of the server's. */
  readonly at: string;
}

/** A case by the code that the patient reads out. */
export function CodeSearch({
  found,
  onFound,
}: {
  readonly found: Found | undefined;
  readonly onFound: (found: Found | undefined) => void;
}) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);

  const search = async (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return onFound(undefined);
    setPending(true);
    setFailure(undefined);
    const code = normaliseHumanCode(typed);
    const answer = await api.search(code);
    setPending(false);
    if (answer.ok) onFound({ code, items: answer.value.items, at: new Date().toISOString() });
    else setFailure(answer.failure);
  };
  const clear = () => {
    setTyped('');
    onFound(undefined);
  };

  return (
    <search>
      <form className={styles.search} onSubmit={(event) => void search(event)}>
        <TextField
          label={t('search.label')}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            if (value === '') onFound(undefined);
          }}
        />
        <Button type="submit" variant="secondary" size="l" isPending={pending}>
          {t('search.button')}
        </Button>
        {found && (
          <div>
            <NativeButton variant="quiet" onClick={clear}>
              {t('search.clear')}
            </NativeButton>
          </div>
        )}
        {failure && (
          <Notice tone="warning" live="status">
            {textOf(failure)}
          </Notice>
        )}
      </form>
    </search>
  );
}
