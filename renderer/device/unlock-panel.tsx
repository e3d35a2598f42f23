import { useEffect, useState } from 'react';
import { Row, Stack } from '../design/basic/layout/stack.tsx';
import { StatusLine } from '../design/basic/status/status-line.tsx';
import { Button } from '../design/controls/buttons/button.tsx';
import { focusField } from '../design/controls/fields/focus-field.ts';
import { TextField } from '../design/controls/fields/text-field.tsx';
import { type MessageKey, useMessages } from '../i18n/index.ts';
import type { UnlockResult } from '../platform/contract/contract.ts';
import { passkeyProblem } from './passkey-problem.ts';
import { usePlatform } from './provider/platform-provider.tsx';

const CODE_ID = 'recovery-code';

const problems: Readonly<Record<Exclude<UnlockResult, 'open' | 'off'>, MessageKey<'device'>>> = {
  mistyped: 'unlock.mistyped',
  wrong: 'unlock.wrongCode',
};

/** Opens the patient's lock: by passkey, or by the recovery code. */
export function UnlockPanel() {
  const t = useMessages('device');
  const platform = usePlatform();
  const [byCode, setByCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();

  // A browser opens its dialog only soon after a press: what it takes is loaded before.
  useEffect(() => void platform.then(({ lock }) => lock.support()).catch(() => undefined), [platform]);

  const withPasskey = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const result = await (await platform).lock.unlock();
      if (result === 'wrong') setProblem(t('unlock.wrongPasskey'));
    } catch (failure) {
      setProblem(t(passkeyProblem(failure, 'unlock')));
    } finally {
      setBusy(false);
    }
  };
  const withCode = async () => {
    setError(undefined);
    try {
      const result = await (await platform).lock.unlockWithCode(code);
      if (result === 'open' || result === 'off') return;
      setError(t(problems[result]));
    } catch {
      setError(t('lock.failed'));
    }
    focusField(CODE_ID);
  };
  const status = (
    <div aria-live="polite">{problem && <StatusLine status="attention">{problem}</StatusLine>}</div>
  );
  if (!byCode) {
    return (
      <Stack gap={3}>
        <Row gap={3}>
          <Button isPending={busy} onPress={() => void withPasskey()}>
            {t('unlock.passkey')}
          </Button>
          <Button variant="quiet" onPress={() => setByCode(true)}>
            {t('unlock.useCode')}
          </Button>
        </Row>
        {status}
      </Stack>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void withCode();
      }}
    >
      <Stack gap={4}>
        <TextField
          id={CODE_ID}
          label={t('unlock.code')}
          hint={t('unlock.codeHint')}
          value={code}
          onChange={(value) => {
            setCode(value);
            setError(undefined);
          }}
          error={error}
          autoComplete="off"
          maxLength={60}
          isRequired
        />
        <Row gap={3}>
          <Button type="submit">{t('unlock.open')}</Button>
          <Button variant="quiet" onPress={() => setByCode(false)}>
            {t('unlock.usePasskey')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
