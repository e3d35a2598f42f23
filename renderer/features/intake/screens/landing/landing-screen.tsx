import { lazy, Suspense, useEffect, useState } from 'react';
import { classes } from '../../../../base/classes.ts';
import { Art, Facts, Heading, Notice, Stack, Text } from '../../../../design/basic/index.ts';
import { isNewcomer } from '../../../../device/newcomer.ts';
import {
  useDrafts,
  useLockState,
  usePack,
  usePlatformStatus,
  useStorageReport,
} from '../../../../device/provider/platform-provider.tsx';
import { LocalizedText, type MessageKey, useLanguage, useMessages } from '../../../../i18n/index.ts';
import { useFormFacts } from '../../../../shell/frame/form-facts.tsx';
import shopfront from '../../../../shell/frame/shopfront.module.css';
import { VendorPage } from '../../../../shell/frame/vendor-page.tsx';
import { InstallSteps } from '../../../../shell/install/install-steps.tsx';
import { useIsEmbedded } from '../../../../shell/page/embedded.ts';
import type { RedirectReason } from '../../flow/machine/flow-position.ts';
import { draftsHere } from '../gate/drafts-here.ts';
import { OriginalLanguage } from '../question/original-language.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import { Gate } from './gate.tsx';
import styles from './landing.module.css';
import { LockedDrafts } from './locked-drafts.tsx';

// Nothing of it for who begins here: a draft's alert and its lock bring the flow's machine along.
const loadResume = () => import('./resume/resume-draft.tsx');
const ResumeDraft = lazy(async () => ({ default: (await loadResume()).ResumeDraft }));

const reasons: Readonly<Partial<Record<RedirectReason, MessageKey<'welcome'>>>> = {
  gate: 'why.gate',
  'nothing-sent': 'why.nothingSent',
  locked: 'why.locked',
};

/** What the form is for, what it takes, and whether it is for this person here and now. */
export function LandingScreen() {
  const t = useMessages('welcome');
  const { language } = useLanguage();
  const { slug, brand, name, status, clinicians, contact } = usePack();
  const { offered, formLang, reason, run, release } = useRunHolder();
  const { drafts: all } = useDrafts();
  const locked = useLockState() === 'locked';
  const factsOf = useFormFacts();
  const [leaving, setLeaving] = useState(run !== undefined);
  // A newcomer doesn't wait for a store that holds nothing: the place and Start are in the page itself.
  const [isNew] = useState(() => isNewcomer(slug));
  const { minutes, price } = factsOf(offered);
  const within = t('landing.within', { hours: offered.reviewHours });
  // As the receipt will name the time: what would end while the clinic is closed is read in the morning.
  const hasHours = (contact.hoursOfOperation ?? []).length > 0;
  const clinician = clinicians[offered.clinician];
  const drafts = draftsHere(all ?? [], offered.slug);
  const own = drafts.find((draft) => draft.owner === 'own');
  const paused = offered.status === 'paused' || status !== 'open';
  const unreviewed = formLang === undefined && offered.unreviewed.some((one) => one === language);
  // Who comes back here puts the form away: the draft is stored and its lock holds again. A run that is begun here goes on.
  const [left] = useState(run);
  useEffect(() => {
    if (!isNew) void loadResume().catch(() => undefined);
  }, [isNew]);
  useEffect(() => {
    if (left) void release().finally(() => setLeaving(false));
  }, [left, release]);
  const isEmbedded = useIsEmbedded();
  const notice = reason && reasons[reason];
  const look = isEmbedded ? 'plain' : (brand.layout?.landing ?? 'plain');
  // Under a sky, the horizon that the home has; a band has words alone.
  const art = isEmbedded
    ? undefined
    : look === 'sky'
      ? brand.art.home
      : look === 'band'
        ? undefined
        : brand.art.landing;
  return (
    <VendorPage width="wide">
      <div className={classes(styles.landing, styles[look], look === 'sign' && shopfront.front)}>
        <Stack gap={5} className={styles.hero}>
          {notice && (
            <Notice live="status">
              <Text>{t(notice)}</Text>
            </Notice>
          )}
          <Stack gap={3} className={styles.title}>
            <Heading level={1}>
              <LocalizedText text={offered.title} />
            </Heading>
            <Text>
              <LocalizedText text={offered.purpose} />
            </Text>
          </Stack>
          {locked && <LockedDrafts />}
          <Suspense>
            {!locked &&
              !leaving &&
              drafts.map((draft) => <ResumeDraft key={draft.draftId} summary={draft} />)}
          </Suspense>
        </Stack>
        {art !== undefined && (
          <div className={styles.picture}>
            {/* A sign leaves no room for it on a phone, which then fetches nothing. */}
            <Art src={art} width={480} height={560} priority={look !== 'sign'} />
          </div>
        )}
        <div className={styles.facts}>
          <Facts
            layout="square"
            items={[
              { term: t('landing.time'), value: minutes },
              { term: t('landing.price'), value: price },
              {
                term: t('landing.clinician'),
                value: clinician ? (
                  <span className={styles.reader}>
                    {clinician.portrait && <img src={clinician.portrait} alt="" width={40} height={40} />}
                    <bdi>
                      {`${clinician.name}, `}
                      <span className={styles.credentials}>{clinician.credentials}</span>
                    </bdi>
                  </span>
                ) : (
                  name
                ),
              },
              { term: t('landing.review'), value: hasHours ? t('landing.orOpening', { within }) : within },
            ]}
          />
        </div>
        <Stack gap={5} className={styles.rest}>
          {formLang !== undefined && <OriginalLanguage />}
          {!isEmbedded && <StorageNotice />}
          {paused ? (
            <Notice tone="warning" title={t('landing.paused', { vendor: name })}>
              {t('landing.pausedText')}
            </Notice>
          ) : (
            (isNew || all !== undefined) && !own && !locked && <Gate again={drafts.length > 0} />
          )}
          {unreviewed && (
            <Text size="xs" tone="soft">
              {t('landing.unreviewed')}
            </Text>
          )}
          <Notice tone="safety" title={t('landing.notEmergency')}>
            {t('landing.notEmergencyText')}
          </Notice>
          {!isEmbedded && <InstallSteps />}
        </Stack>
      </div>
    </VendorPage>
  );
}

/** What this browser can keep, before anything is written. */
function StorageNotice() {
  const t = useMessages('welcome');
  const report = useStorageReport();
  const status = usePlatformStatus();
  if (status === 'failed') {
    return (
      <Notice tone="warning" title={t('storage.failed')}>
        {t('storage.failedText')}
      </Notice>
    );
  }
  if (report?.mode === 'memory') {
    return (
      <Notice tone="warning" title={t('storage.memory')}>
        {t(
          report.reason === 'newer-version'
            ? 'storage.newerText'
            : report.reason === 'quota'
              ? 'storage.quotaText'
              : 'storage.memoryText',
        )}
      </Notice>
    );
  }
  if (report?.evicted) {
    return (
      <Notice tone="warning" title={t('storage.evicted')}>
        {t('storage.evictedText')}
      </Notice>
    );
  }
  return null;
}
