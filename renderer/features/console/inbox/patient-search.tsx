import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import type { UnshownRow } from '../../../../sync/protocol/api/rows.ts';
import { NativeButton, Notice } from '../../../design/basic/index.ts';
import { Button, TextField } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { isForPage } from '../base/page-keys.ts';
import styles from './patient-search.module.css';

export interface Found {
  /** As it was typed. */
  readonly typed: string;
  readonly items: readonly InboxItem[];
  readonly unshown: readonly UnshownRow[];
  /** For more of them; null at the end. */
  readonly cursor: string | null;
  /** The server's clock. */
  readonly at: string;
}

/** By name, date of birth or reference. A slash leads here from anywhere on the page where nobody types. */
export function PatientSearch({
  found,
  onFound,
}: {
  readonly found: Found | undefined;
  readonly onFound: (found: Found | undefined) => void;
}) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [typed, setTyped] = useState(found?.typed ?? '');
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const turn = useRef(0);

  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isForPage(event)) return;
      event.preventDefault();
      const input = form.current?.querySelector('input');
      input?.focus();
      input?.select();
    };
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);

  const leave = () => {
    turn.current += 1;
    setPending(false);
    setFailure(undefined);
    onFound(undefined);
  };
  const search = async (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return leave();
    turn.current += 1;
    const mine = turn.current;
    setPending(true);
    setFailure(undefined);
    const answer = await api.search(typed.trim());
    // Something else was asked for meanwhile.
    if (mine !== turn.current) return;
    setPending(false);
    if (!answer.ok) return setFailure(answer.failure);
    const { items, unshown = [], cursor, serverTime } = answer.value;
    onFound({ typed: typed.trim(), items, unshown, cursor, at: serverTime });
  };

  return (
    <search>
      <form ref={form} className={styles.search} onSubmit={(event) => void search(event)}>
        <TextField
          label={t('search.label')}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            if (value === '') leave();
          }}
        />
        <Button type="submit" variant="secondary" isPending={pending}>
          {t('search.button')}
        </Button>
        {found && (
          <div>
            <NativeButton
              variant="quiet"
              onClick={() => {
                setTyped('');
                leave();
              }}
            >
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
