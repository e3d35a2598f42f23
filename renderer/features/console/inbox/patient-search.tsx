import { useRef, useState } from 'react';
import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import type { UnshownRow } from '../../../../sync/protocol/api/rows.ts';
import { NativeButton, Notice } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { ListSearch } from '../base/list/list-head.tsx';

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

/** By name, date of birth or reference. */
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
  const turn = useRef(0);

  const leave = () => {
    turn.current += 1;
    setPending(false);
    setFailure(undefined);
    onFound(undefined);
  };
  const search = async () => {
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
    <ListSearch
      label={t('search.label')}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        if (value === '') leave();
      }}
      onSearch={() => void search()}
    >
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
    </ListSearch>
  );
}
