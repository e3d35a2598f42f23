import { useRef, useState } from 'react';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import { classes } from '../../../base/classes.ts';
import { NativeButton, Notice, Text, VisuallyHidden } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import type { FoundPatients } from '../base/found-patients.ts';
import { EmptyState } from '../base/list/empty-state.tsx';
import lineStyles from '../base/list/lines.module.css';
import { ListHead, ListSearch } from '../base/list/list-head.tsx';
import { UnshownRows } from '../base/list/unshown-rows.tsx';
import { useFirstLine } from '../inbox/use-first-line.ts';
import { useReturn } from '../inbox/use-return.ts';
import { PatientLine } from './patient-line.tsx';
import styles from './patients-screen.module.css';
import { usePatientsApi } from './use-patients-api.ts';
import { WaitingIdentities } from './waiting-identities.tsx';

/** Every patient of the clinic, by name, birth date, reference or email: accounts, and guests by what they sent. */
export function PatientsScreen() {
  const t = useMessages('patients');
  const textOf = useFailureText();
  const patientsApi = usePatientsApi();
  const { opened, kept, session } = useConsole();
  const [found, setFound] = useState(() => kept.get('patients'));
  const [typed, setTyped] = useState(found?.typed ?? '');
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const turn = useRef(0);
  useFirstLine(list);
  useReturn(list, opened, found !== undefined);

  const show = (next: FoundPatients | undefined) => {
    // Who comes back from a patient goes on in the same list; it ends with the session.
    if (next) kept.set('patients', next);
    else kept.delete('patients');
    setFound(next);
  };
  const ask = async (wanted: string, before?: FoundPatients) => {
    turn.current += 1;
    const mine = turn.current;
    setPending(true);
    setFailure(undefined);
    const answer = await patientsApi.find(wanted, before?.cursor ?? undefined);
    if (mine !== turn.current) return;
    setPending(false);
    if (!answer.ok) return setFailure(answer.failure);
    const { patients, unshown = [], cursor, serverTime } = answer.value;
    const known = new Set(before?.patients.map(({ id }) => id));
    show({
      ...{ typed: wanted, cursor, at: serverTime },
      patients: [...(before?.patients ?? []), ...patients.filter(({ id }) => !known.has(id))],
      unshown: [...(before?.unshown ?? []), ...unshown],
    });
  };
  const search = () => {
    const wanted = typed.trim();
    if (wanted === '') show(undefined);
    else void ask(wanted);
  };

  return (
    <div className={styles.screen}>
      <ListHead title={t('title')}>
        <ListSearch
          label={t('search.label')}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            if (value === '') show(undefined);
          }}
          onSearch={search}
        >
          <Button type="submit" isPending={pending}>
            {t('search.button')}
          </Button>
        </ListSearch>
      </ListHead>
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
      <div ref={list} className={styles.list} data-lines>
        <VisuallyHidden live="polite">{found && t('found', { count: found.patients.length })}</VisuallyHidden>
        {found ? (
          <Found found={found} />
        ) : (
          <>
            {may(session.staff.role, 'identity.check') && <WaitingIdentities />}
            <EmptyState title={t('start.title')} text={t('start')} />
          </>
        )}
        {found && found.cursor !== null && (
          <NativeButton variant="secondary" disabled={pending} onClick={() => void ask(found.typed, found)}>
            {t('more')}
          </NativeButton>
        )}
      </div>
    </div>
  );
}

function Found({ found }: { readonly found: FoundPatients }) {
  const t = useMessages('patients');
  const { patients, unshown, cursor, typed, at } = found;
  if (patients.length === 0 && unshown.length === 0)
    return cursor === null ? (
      <EmptyState title={t('empty', { typed })} text={t('empty.text')} />
    ) : (
      <Text tone="soft">{t('searching')}</Text>
    );
  return (
    <section className={styles.found} aria-label={t('title')}>
      <p className={styles.count}>
        {t(cursor === null ? 'found' : 'found.more', { count: patients.length })}
      </p>
      <UnshownRows rows={unshown} />
      <ul className={classes(lineStyles.lines, lineStyles.measured)}>
        {patients.map((patient) => (
          <PatientLine key={patient.id} patient={patient} now={at} />
        ))}
      </ul>
    </section>
  );
}
