import { lazy, useEffect, useState } from 'react';
import { GROUPS } from '../../../sync/domain/health/health-names.ts';
import { OptionalPart } from '../../base/optional-part.tsx';
import { useNow } from '../../base/use-now.ts';
import { Skeleton, Stack, StatusLine, Text, TextLink } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { isWaiting } from '../../device/provider/is-waiting.ts';
import {
  useDeliveries,
  useLockState,
  usePack,
  usePlatform,
} from '../../device/provider/platform-provider.tsx';
import { useOffline } from '../../device/use-offline.ts';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { AccountPage, type SignedInState } from '../../shell/signed-in/account-page.tsx';
import { useDelayed } from '../../shell/signed-in/use-delayed.ts';
import { isListGroup } from './profile/changes.ts';
import { type SendChanges, useHealthEdits } from './profile/use-health-edits.ts';
import { missingGroups, type Profile, useProfile } from './profile/use-profile.ts';
import { BodySection } from './sections/body-section.tsx';
import { ListSection } from './sections/list-section.tsx';
import { SaidSection } from './sections/said-section.tsx';
import { type Editing, focusTitle } from './sections/section-frame.tsx';
import { ItemSheet } from './sheets/item-sheet.tsx';
import { MeasureSheet } from './sheets/measure-sheet.tsx';
import { ContactSheet, DoctorSheet, PregnancySheet } from './sheets/said-sheets.tsx';

const IdentitySection = lazy(async () => ({
  default: (await import('./identity/identity-section.tsx')).IdentitySection,
}));
const UnlockPanel = lazy(async () => ({
  default: (await import('../../device/unlock-panel.tsx')).UnlockPanel,
}));

/** What a patient says of their health: each part by itself, with its age, and what the clinic has made of it. */
export function PatientScreen() {
  const t = useMessages('patient');
  const { name: vendor } = usePack();
  return (
    <AccountPage title={t('title')} signedOutLead={t('signedOut', { vendor })}>
      {(session) => <Unlocked key={session.person} session={session} />}
    </AccountPage>
  );
}

function Unlocked({ session }: { readonly session: SignedInState }) {
  const t = useMessages('patient');
  if (useLockState() !== 'locked') return <HealthProfile session={session} />;
  return (
    <Stack gap={4}>
      <Text>{t('locked')}</Text>
      <OptionalPart>
        <UnlockPanel />
      </OptionalPart>
    </Stack>
  );
}

function HealthProfile({ session }: { readonly session: SignedInState }) {
  const t = useMessages('patient');
  const { slug, name: vendor } = usePack();
  const platform = usePlatform();
  const offline = useOffline();
  const profile = useProfile();
  const send = useHealthEdits(session);
  const [editing, setEditing] = useState<Editing>();
  const isEmpty = profile.entries.size === 0;
  const loads = profile.status === 'loading' && !offline && isEmpty;
  const late = useDelayed(loads);
  // Once more when the network is back: what was changed elsewhere meanwhile.
  useEffect(() => {
    if (!offline) void platform.then((store) => store.account?.refresh()).catch(() => undefined);
  }, [platform, offline]);
  const shared = { profile, send, onEdit: setEditing };
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <Text>{t('lead', { vendor })}</Text>
        <div aria-live="polite">
          <PageState profile={profile} session={session} offline={offline} />
        </div>
      </Stack>
      {late && <Skeleton lines={6} />}
      {!loads &&
        GROUPS.map((group) =>
          group === 'body' ? (
            <BodySection key={group} {...shared} />
          ) : isListGroup(group) ? (
            <ListSection key={group} {...shared} group={group} />
          ) : (
            <SaidSection key={group} {...shared} group={group} />
          ),
        )}
      {!loads && (
        <OptionalPart>
          <IdentitySection session={session} />
        </OptionalPart>
      )}
      <div>
        <TextLink to="/connect/$vendor/account/profile" params={{ vendor: slug }} standalone>
          {t('back')}
        </TextLink>
      </div>
      {editing && <Editor {...{ editing, profile, send }} onClose={() => setEditing(undefined)} />}
    </Stack>
  );
}

interface PageStateProps {
  readonly profile: Profile;
  readonly session: SignedInState;
  readonly offline: boolean;
}

/** How much of it there is, how old it is, and what is on its way without being shown. */
function PageState({ profile, session, offline }: PageStateProps) {
  const t = useMessages('patient');
  const format = useFormat();
  const now = useNow();
  const platform = usePlatform();
  const { name: vendor } = usePack();
  const { status, pulledAt } = profile;
  const own = (useDeliveries() ?? []).filter(
    (delivery) =>
      isWaiting(delivery) && delivery.kind === 'health.edit' && delivery.subjectId === session.person,
  ).length;
  const when = pulledAt === undefined ? undefined : format.moment(pulledAt, now);
  return (
    <Stack gap={2}>
      {offline && (
        <StatusLine status="offline">
          {when === undefined ? t('offlineNever') : t('offline', { when })}
        </StatusLine>
      )}
      {!offline && status === 'failed' && (
        <Stack gap={2} align="start">
          <StatusLine status="attention">
            {when === undefined ? t('failedNever', { vendor }) : t('failed', { when })}
          </StatusLine>
          <Button variant="secondary" onPress={() => void platform.then((store) => store.account?.refresh())}>
            {t('again')}
          </Button>
        </Stack>
      )}
      {session.shared && own > 0 && (
        <StatusLine status="waiting">{t('sharedWaiting', { count: own, vendor })}</StatusLine>
      )}
      {status === 'ready' && <ToDo profile={profile} isSent={own === 0} />}
    </Stack>
  );
}

/** What the profile waits for, by the names of its parts; the most urgent alone. */
function ToDo({ profile, isSent }: { readonly profile: Profile; readonly isSent: boolean }) {
  const t = useMessages('patient');
  const format = useFormat();
  const { name: vendor } = usePack();
  const named = (groups: readonly (typeof GROUPS)[number][]) =>
    format.list(groups.map((group) => t(`group.${group}`)));
  const undecided = GROUPS.filter((group) => profile.sections[group].conflicts.length > 0);
  const stale = GROUPS.filter((group) => profile.sections[group].isStale);
  const missing = missingGroups(profile);
  if (undecided.length > 0)
    return <StatusLine status="attention">{t('toDecide', { parts: named(undecided) })}</StatusLine>;
  if (stale.length > 0)
    return <StatusLine status="attention">{t('toCheck', { parts: named(stale) })}</StatusLine>;
  if (missing.length > 0)
    return <StatusLine status="quiet">{t('missing', { parts: named(missing) })}</StatusLine>;
  // What waits on this device isn't with the vendor yet.
  return isSent ? <StatusLine status="sent">{t('complete', { vendor })}</StatusLine> : null;
}

interface EditorProps {
  readonly editing: Editing;
  readonly profile: Profile;
  readonly send: SendChanges;
  readonly onClose: () => void;
}

/** The sheet of what is being changed. The focus goes back to what opened it, or to its section where that is gone. */
function Editor({ editing: { group, entry }, profile, send, onClose }: EditorProps) {
  // What it was opened with: a change from elsewhere that arrives meanwhile is a conflict to decide, not another form.
  const [{ entries, sections }] = useState(profile);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusTitle(group);
      });
    },
    [group],
  );
  const sheet = { send, onClose };
  if (group === 'body')
    return <MeasureSheet {...sheet} height={entries.get('height')} weight={entries.get('weight')} />;
  if (isListGroup(group))
    return <ItemSheet {...sheet} group={group} entry={entry} section={sections[group]} />;
  const Sheet = { pregnancy: PregnancySheet, doctor: DoctorSheet, contact: ContactSheet }[group];
  return <Sheet {...sheet} entry={entries.get(group)} />;
}
