import { useCallback, useEffect, useState } from 'react';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { useNow } from '../../../base/use-now.ts';
import { ContentRow, Heading, Rows, Skeleton, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import type { PasskeyList } from '../../../platform/contract/account.ts';
import { usePasskeySupport, usePasskeys } from '../../../shell/passkeys/use-passkey.ts';
import { useDelayed } from '../../../shell/signed-in/use-delayed.ts';
import { AddPasskey } from './add-passkey.tsx';
import { type Passkey, usePasskeyName } from './passkey-name.ts';
import styles from './passkeys.module.css';
import type { Owner } from './prove.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

type Step =
  | { readonly to: 'add' }
  | { readonly to: 'rename'; readonly passkey: Passkey }
  | { readonly to: 'remove'; readonly passkey: Passkey };

/** Its texts come later than the page's. */
export const Passkeys = (owner: Owner) => (
  <OptionalPart>
    <LoadedPasskeys {...owner} />
  </OptionalPart>
);

/** With what else one signs in: a person's passkeys, each to be renamed or removed, and a new one of this device. */
function LoadedPasskeys(owner: Owner) {
  const t = useMessages('passkeys');
  const platform = usePlatform();
  const passkeys = usePasskeys();
  const offline = useOffline();
  const [list, setList] = useState<PasskeyList | 'failed'>();
  const [step, setStep] = useState<Step>();
  const [told, setTold] = useState<'added.now' | 'removed'>();
  const read = useCallback(async () => {
    const result = await (await passkeys()).list();
    if (result.status === 'ok') setList(result.list);
    else if (result.status !== 'session-ended') setList((known) => (known === undefined ? 'failed' : known));
  }, [passkeys]);
  const readAgain = useCallback(
    () => void read().catch(() => setList((known) => (known === undefined ? 'failed' : known))),
    [read],
  );
  useEffect(() => {
    if (!offline) void platform.then(readAgain).catch(() => undefined);
  }, [platform, offline, readAgain]);
  const known = typeof list === 'object' ? list : undefined;
  const late = useDelayed(list === undefined && !offline);
  const close = () => setStep(undefined);
  return (
    <Stack gap={3} as="section" aria-labelledby="passkeys">
      <Heading level={2} size="m" id="passkeys">
        {t('title')}
      </Heading>
      <Text>{t('lead')}</Text>
      <div aria-live="polite">
        {offline && known === undefined && <StatusLine status="offline">{t('list.offline')}</StatusLine>}
        {told && <StatusLine status="sent">{t(told)}</StatusLine>}
      </div>
      {!offline && list === 'failed' && (
        <Stack gap={2} align="start">
          <StatusLine status="attention">{t('list.failed')}</StatusLine>
          <Button
            variant="secondary"
            onPress={() => {
              setList(undefined);
              readAgain();
            }}
          >
            {t('again')}
          </Button>
        </Stack>
      )}
      {late && <Skeleton lines={2} />}
      {known && known.passkeys.length > 0 && (
        <Rows label={t('title')}>
          {known.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onStep={setStep} />
          ))}
        </Rows>
      )}
      {known && <Adding shared={owner.shared} onAdd={() => setStep({ to: 'add' })} />}
      {step?.to === 'add' && (
        <AddPasskey
          owner={owner}
          onClose={close}
          onDone={(added) => {
            setList(added);
            setTold('added.now');
            close();
          }}
        />
      )}
      {step?.to === 'rename' && (
        <RenamePasskey
          passkey={step.passkey}
          onClose={close}
          onDone={() => {
            setTold(undefined);
            close();
            readAgain();
          }}
        />
      )}
      {step?.to === 'remove' && known && (
        <RemovePasskey
          passkey={step.passkey}
          {...{ owner, list: known }}
          onClose={close}
          onDone={(left) => {
            setList(left);
            setTold('removed');
            close();
          }}
        />
      )}
    </Stack>
  );
}

/** The way to a new one, or why there is none here. */
function Adding({ shared, onAdd }: { readonly shared: boolean; readonly onAdd: () => void }) {
  const t = useMessages('passkeys');
  const offline = useOffline();
  const support = usePasskeySupport();
  if (shared) return <Text tone="soft">{t('shared')}</Text>;
  if (support && !support.use) return <Text tone="soft">{t('unsupported')}</Text>;
  if (!support || offline) return null;
  return (
    <div>
      <Button variant="secondary" onPress={onAdd}>
        {t('add')}
      </Button>
    </div>
  );
}

function Row({ passkey, onStep }: { readonly passkey: Passkey; readonly onStep: (step: Step) => void }) {
  const t = useMessages('passkeys');
  const format = useFormat();
  const now = useNow();
  const name = usePasskeyName()(passkey);
  const { createdAt, lastUsedAt, synced } = passkey;
  const facts = [
    t('facts.added', { when: format.date(createdAt, SHORT_DAY) }),
    ...(lastUsedAt === null ? [] : [t('facts.used', { when: format.relative(lastUsedAt, now) })]),
    ...(synced ? [t('facts.synced')] : []),
  ];
  return (
    <ContentRow
      action={
        <div className={styles.actions}>
          <Button
            variant="quiet"
            aria-label={t('renameOf', { name })}
            onPress={() => onStep({ to: 'rename', passkey })}
          >
            {t('rename')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('removeOf', { name })}
            onPress={() => onStep({ to: 'remove', passkey })}
          >
            {t('remove')}
          </Button>
        </div>
      }
    >
      <Text strong>{name}</Text>
      <Text size="xs" tone="soft">
        {facts.join(' · ')}
      </Text>
    </ContentRow>
  );
}
