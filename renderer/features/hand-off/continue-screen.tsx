import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readHandOffCode } from '../../../sync/seal/hand-off.ts';
import { Heading, Notice, Stack, Text } from '../../design/basic/index.ts';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { useFieldErrors } from '../../design/controls/fields/field-errors.ts';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { DEVICE_ID, DeviceChoice } from '../../device/device-choice.tsx';
import { useDrafts, usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { type MessageKey, useMessages } from '../../i18n/index.ts';
import type { DeviceOwner } from '../../platform/contract/contract.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { askPublished, type ClaimedHandOff, claimHandOff } from './claim-hand-off.ts';
import { dropCode, findCode, type KeptCode, keepCode } from './kept-code.ts';
import { UntoldStep } from './untold-step.tsx';

const CODE_ID = 'hand-off-code';

type Failure = 'gone' | 'unreachable' | 'not-offered' | 'not-kept';
const FAILURES: Readonly<Record<Failure, readonly [MessageKey<'hand-off'>, MessageKey<'hand-off'>]>> = {
  gone: ['gone.title', 'gone.text'],
  unreachable: ['unreachable.title', 'unreachable.text'],
  'not-offered': ['notOffered.title', 'notOffered.text'],
  'not-kept': ['notKept.title', 'notKept.text'],
};

/** The same of a form in another site's page, where there is neither a kiosk nor a desk. */
const PAGE_FAILURES: Partial<typeof FAILURES> = {
  gone: ['page.goneTitle', 'page.gone'],
  'not-offered': ['notOffered.title', 'page.notOffered'],
};

/** The code of the QR code is in the fragment, which no server and no log sees. */
const codeInAddress = (): string => readHandOffCode(decodeFragment(window.location.hash.slice(1))) ?? '';

/** From a form in another site's page: there was no kiosk. */
const isFromPage = (): boolean => new URLSearchParams(window.location.search).get('from') === 'page';

/** It doesn't stay in the address or the history either. */
function clearFragment(): void {
  const { pathname, search, hash } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '';
  }
}

/** "Continue on my phone": brings over what was begun at the clinic's kiosk. Only a press fetches it, since it can be fetched once. */
export function ContinueScreen() {
  const t = useMessages('hand-off');
  const flow = useMessages('welcome');
  const { slug, name, questionnaires } = usePack();
  const platform = usePlatform();
  const { refresh } = useDrafts();
  const navigate = useNavigate();
  // Read, and only then kept and taken out of the address: what is rendered first may be thrown away.
  const [begun] = useState((): KeptCode | undefined => {
    const inAddress = codeInAddress();
    return inAddress === '' ? findCode(slug) : { code: inAddress, isScanned: true };
  });
  const [code, setCode] = useState(begun?.code ?? '');
  const scanned = begun?.isScanned === true;
  const [fromPage] = useState(() => isFromPage() && code !== '');
  const [owner, setOwner] = useState<DeviceOwner | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Slug of the form that was brought while the desk doesn't know that its patient is in the room. */
  const [untold, setUntold] = useState<string>();
  const { errors, show, clear } = useFieldErrors<typeof CODE_ID | typeof DEVICE_ID>();
  /** Fetched and not kept yet: the server has it no more, so that it must not be let go of. */
  const claimed = useRef<Extract<ClaimedHandOff, { readonly status: 'here' }>>(undefined);
  useEffect(() => {
    if (begun) keepCode(slug, begun);
    clearFragment();
  }, [begun, slug]);

  const goOn = (questionnaire: string) =>
    navigate({
      to: '/connect/$vendor/questionnaire/$questionnaire/consultation',
      params: { vendor: slug, questionnaire },
      replace: true,
    });
  const bring = async (read: string, whose: DeviceOwner): Promise<Failure | undefined> => {
    if (claimed.current === undefined) {
      keepCode(slug, { code: read, isScanned: scanned });
      const result = await claimHandOff(slug, read);
      // Spent, or none.
      if (result.status !== 'unreachable') dropCode(slug);
      if (result.status !== 'here') return result.status;
      claimed.current = result;
    }
    const { content, definition } = claimed.current;
    const offered = questionnaires.find((each) => each.slug === content.questionnaire.slug);
    if (!offered) return 'not-offered';
    const { formHash } = content.questionnaire;
    const known = formHash === offered.formHash ? 'published' : await askPublished(slug, formHash);
    if (known !== 'published') return known === 'foreign' ? 'not-offered' : 'unreachable';
    try {
      const store = await platform;
      if (definition !== undefined)
        await store.drafts.keepDefinition(content.questionnaire.formHash, definition);
      await store.drafts.save({ ...content, owner: whose, updatedAt: store.now().toISOString() });
      store.requestPersistence();
    } catch {
      return 'not-kept';
    }
    await refresh().catch(() => undefined);
    if (claimed.current.toldDesk === false) setUntold(offered.slug);
    else await goOn(offered.slug);
    return undefined;
  };
  const submit = async () => {
    if (busy) return;
    const read = readHandOffCode(code);
    const found = {
      ...(read === undefined ? { [CODE_ID]: t('code.missing') } : {}),
      ...(owner === null ? { [DEVICE_ID]: flow('device.missing') } : {}),
    };
    if (!show(found) || read === undefined || owner === null) return;
    setBusy(true);
    setFailure(undefined);
    setFailure(await bring(read, owner));
    setBusy(false);
  };
  const [title, text] =
    failure === undefined ? [] : ((fromPage ? PAGE_FAILURES[failure] : undefined) ?? FAILURES[failure]);
  if (untold !== undefined)
    return (
      <VendorPage>
        <UntoldStep onGoOn={() => void goOn(untold)} />
      </VendorPage>
    );
  return (
    <VendorPage>
      <Stack gap={6}>
        <Stack gap={3}>
          <Heading level={1} size="xl">
            {t(fromPage ? 'page.title' : 'title')}
          </Heading>
          <Text tone="soft">{fromPage ? t('page.lead') : t('lead', { vendor: name })}</Text>
        </Stack>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap={5}>
            {scanned ? (
              <Text>{t(fromPage ? 'page.scanned' : 'code.scanned')}</Text>
            ) : (
              <TextField
                id={CODE_ID}
                label={t('code.label')}
                hint={t('code.hint')}
                value={code}
                onChange={(typed) => {
                  setCode(typed);
                  clear(CODE_ID);
                }}
                autoComplete="off"
                error={errors[CODE_ID]}
              />
            )}
            <DeviceChoice
              value={owner}
              onChange={(whose) => {
                setOwner(whose);
                clear(DEVICE_ID);
              }}
              error={errors[DEVICE_ID]}
            />
            {title !== undefined && text !== undefined && (
              <Notice tone="warning" title={t(title)} live="alert">
                <Text>{t(text, { vendor: name })}</Text>
              </Notice>
            )}
            <BusyButton type="submit" size="l" fullWidth busy={busy}>
              {t('bring')}
            </BusyButton>
          </Stack>
        </form>
      </Stack>
    </VendorPage>
  );
}
