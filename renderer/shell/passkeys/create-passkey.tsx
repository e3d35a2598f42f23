import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_PASSKEYS } from '../../../sync/protocol/api/passkeys.ts';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { type MessageKey, useMessages } from '../../i18n/index.ts';
import type { PasskeyCreation, PasskeyList } from '../../platform/contract/account.ts';
import { usePasskeys } from './use-passkey.ts';

const PROBLEMS = {
  failed: 'create.failed',
  refused: 'create.refused',
  'too-many': 'tooMany',
  offline: 'offline',
  later: 'later',
  'not-understood': 'notUnderstood',
} as const satisfies Readonly<Record<string, MessageKey<'passkeys'>>>;
type Problem = keyof typeof PROBLEMS;

interface CreatePasskeyProps {
  readonly onDone: (list: PasskeyList) => void;
  /** Who is there has to prove it first. */
  readonly onProofTooOld: () => void;
  /** Beside the button: the way out. */
  readonly children: ReactNode;
}

interface Prepared {
  readonly ceremony: typeof import('./ceremony.ts');
  readonly creation: PasskeyCreation;
}

/** The button that makes a passkey. What the browser is asked with is fetched before the press. */
export function CreatePasskey({ onDone, onProofTooOld, children }: CreatePasskeyProps) {
  const t = useMessages('passkeys');
  const { name: vendor } = usePack();
  const passkeys = usePasskeys();
  const prepared = useRef<Prepared | undefined>(undefined);
  const tooOld = useRef(onProofTooOld);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    tooOld.current = onProofTooOld;
  }, [onProofTooOld]);

  const prepare = useRef(async (): Promise<Prepared | undefined> => {
    const [ceremony, asked] = await Promise.all([
      import('./ceremony.ts'),
      passkeys().then((found) => found.creation()),
    ]);
    if (asked.status === 'proof-too-old') tooOld.current();
    else if (asked.status !== 'ok') {
      if (asked.status !== 'session-ended') setProblem(asked.status);
    } else {
      prepared.current = { ceremony, creation: asked.creation };
      return prepared.current;
    }
    return undefined;
  });
  useEffect(() => {
    prepare.current().catch(() => setProblem('offline'));
    return () => prepared.current?.ceremony.cancelCeremony();
  }, []);

  const create = async () => {
    const ready = prepared.current ?? (await prepare.current());
    if (!ready) return;
    const made = await ready.ceremony.makePasskey(ready.creation);
    if (made.status === 'declined') return;
    // The server takes it once, whatever it says.
    prepared.current = undefined;
    if (made.status !== 'done') setProblem(made.status === 'exists' ? 'refused' : 'failed');
    else {
      const added = await (await passkeys()).add(made.result);
      if (added.status === 'ok') return onDone(added.list);
      if (added.status === 'proof-too-old') return tooOld.current();
      if (added.status !== 'session-ended') setProblem(added.status);
    }
  };
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    await create().catch(() => setProblem('offline'));
    setBusy(false);
  };
  return (
    <Stack gap={3}>
      <div role="alert">
        {problem && (
          <StatusLine status={problem === 'offline' ? 'offline' : 'attention'}>
            {t(PROBLEMS[problem], { vendor, max: MAX_PASSKEYS })}
          </StatusLine>
        )}
      </div>
      <BusyButton size="l" fullWidth busy={busy} busyLabel={t('creating')} onPress={() => void press()}>
        {t('create')}
      </BusyButton>
      {children}
    </Stack>
  );
}
