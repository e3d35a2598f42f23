import { lazy, useState } from 'react';
import { OptionalPart } from '../../base/optional-part.tsx';
import { TextLink } from '../../design/basic/actions/links.tsx';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useAccountState } from '../../device/use-account.ts';
import { useOffline } from '../../device/use-offline.ts';
import { useMessages } from '../../i18n/index.ts';
import type { Delivery } from '../../platform/contract/contract.ts';

const SignInSheet = lazy(async () => ({ default: (await import('./sign-in-sheet.tsx')).SignInSheet }));

type Progress = 'offered' | 'saving' | 'saved' | 'failed' | 'refused';

export interface KeepOfferProps {
  /** What the vendor has received. */
  readonly delivery: Pick<Delivery, 'opId' | 'owner'>;
  /** That the patient gave as their contact. */
  readonly email?: string | undefined;
}

/** Its texts may fail to load: a receipt, and the reference on it, stays all the same. */
export const KeepOffer = (props: KeepOfferProps) => (
  <OptionalPart>
    <LoadedOffer {...props} />
  </OptionalPart>
);

/** On a receipt: takes what was sent into the account of whoever signs in here. Nothing where somebody is signed in already, or nobody can be. */
function LoadedOffer({ delivery: { opId, owner }, email }: KeepOfferProps) {
  const t = useMessages('account');
  const { slug, name: vendor } = usePack();
  const platform = usePlatform();
  const account = useAccountState();
  const offline = useOffline();
  const [progress, setProgress] = useState<Progress>('offered');
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  if (!account || (progress === 'offered' && !isOpen && account.status === 'signed-in')) return null;

  const claim = async () => {
    setProgress('saving');
    try {
      const result = await (await platform).account?.claim({ operations: [opId] });
      if (result?.status !== 'done') setProgress('failed');
      else setProgress(result.claimed.includes(opId) ? 'saved' : 'refused');
    } catch {
      setProgress('failed');
    }
  };
  return (
    <Stack gap={3} as="section" aria-labelledby="keep">
      <Heading level={2} size="m" id="keep">
        {t('keep.title')}
      </Heading>
      {progress === 'offered' && (
        <>
          <Text>{offline ? t('keep.offline', { vendor }) : t('keep.text')}</Text>
          {!offline && (
            <div>
              <Button
                variant="secondary"
                onPress={() => {
                  setOpened((count) => count + 1);
                  setOpen(true);
                }}
              >
                {t('keep.action')}
              </Button>
            </div>
          )}
        </>
      )}
      <div aria-live="polite">
        {progress === 'saving' && <StatusLine status="saving">{t('keep.saving')}</StatusLine>}
        {progress === 'saved' && <StatusLine status="sent">{t('keep.saved')}</StatusLine>}
        {(progress === 'failed' || progress === 'refused') && (
          <Text>{t(`keep.${progress}`, { vendor })}</Text>
        )}
      </div>
      {progress === 'failed' && (
        <div>
          <Button variant="secondary" onPress={() => void claim()}>
            {t('keep.again')}
          </Button>
        </div>
      )}
      {progress === 'saved' && (
        <div>
          <TextLink to="/connect/$vendor/account/profile" params={{ vendor: slug }} standalone>
            {t('keep.open')}
          </TextLink>
        </div>
      )}
      {isOpen && (
        <OptionalPart key={opened} instead={<span role="alert">{t('notHere')}</span>}>
          <SignInSheet
            email={email}
            owner={owner}
            // What was sent is claimed here, and here one reads whether it was.
            canLeave={false}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false);
              void claim();
            }}
          />
        </OptionalPart>
      )}
    </Stack>
  );
}
