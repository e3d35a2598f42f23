import { useState } from 'react';
import {
  CHANNELS,
  type Channel,
  CONSENT_WORDING,
  consentDecisionSchema,
  consentId,
  isConsentId,
  PURPOSES,
  type Purpose,
} from '../../../../../sync/domain/profile/consents.ts';
import { CONSENT_RECORD } from '../../../../../sync/protocol/records/person.ts';
import { useNow } from '../../../../base/use-now.ts';
import { Disclosure, Heading, Rows, Stack, StatusLine, Text } from '../../../../design/basic/index.ts';
import { SegmentedChoice } from '../../../../design/controls/choices/segmented-choice.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useRecords } from '../../../../device/use-account.ts';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import { Conflicts } from '../person/conflicts.tsx';
import { type Person, saidValue } from '../person/use-person.ts';
import { Pending } from '../person/value-row.tsx';
import styles from './consents.module.css';
import { Toggles } from './toggles.tsx';

/** What the patient lets the vendor write to them about, by which way, and how discreetly. */
export function Consents({ person }: { readonly person: Person }) {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const [failed, setFailed] = useState(false);
  const keepPrivate = saidValue(person.find('discretion'), 'keepPrivate')?.keepPrivate;
  const isOwn = (id: string) => isConsentId(id) || id === 'discretion';
  const said = async (saying: Promise<boolean>) => setFailed(!(await saying));
  const nameOf = (id: string) => {
    const [, channel, purpose] = id.split(':') as [string, Channel, Purpose];
    if (!isConsentId(id)) return t('discretion.label', { vendor });
    return t('consents.which', { channel: t(`channel.${channel}`), purpose: t(`purpose.${purpose}`) });
  };
  return (
    <Stack gap={4} as="section" aria-labelledby="consents">
      <Stack gap={1}>
        <Heading level={2} size="m" id="consents">
          {t('consents.title')}
        </Heading>
        <Text tone="soft">{t('consents.lead', { vendor })}</Text>
      </Stack>
      <Conflicts person={person} isOwn={isOwn} nameOf={nameOf} />
      <div role="alert">{failed && <StatusLine status="attention">{t('failed')}</StatusLine>}</div>
      <div>
        <SegmentedChoice
          label={t('discretion.label', { vendor })}
          hint={t('discretion.hint')}
          isDisabled={!person.isKnown}
          options={[
            { id: 'yes', label: t('discretion.yes') },
            { id: 'no', label: t('discretion.no') },
          ]}
          value={keepPrivate === undefined ? null : keepPrivate ? 'no' : 'yes'}
          onChange={(id) => void said(person.say('discretion', { keepPrivate: id === 'no' }))}
        />
        <Pending record={person.find('discretion')} />
      </div>
      <Rows label={t('consents.title')}>
        {PURPOSES.map((purpose) => (
          <PurposeRow
            key={purpose}
            {...{ person, purpose }}
            keepPrivate={keepPrivate === true}
            onSaid={(saying) => void said(saying)}
          />
        ))}
      </Rows>
      <History />
    </Stack>
  );
}

interface PurposeRowProps {
  readonly person: Person;
  readonly purpose: Purpose;
  readonly keepPrivate: boolean;
  readonly onSaid: (saying: Promise<boolean>) => void;
}

/** Each way is on or off by one touch, in both directions. */
function PurposeRow({ person, purpose, keepPrivate, onSaid }: PurposeRowProps) {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const format = useFormat();
  const now = useNow();
  const { language } = useLanguage();
  const records = CHANNELS.map((channel) => {
    const record = person.find(consentId(channel, purpose));
    const isGiven = saidValue(record, 'consent')?.consent === 'given';
    return { channel, record, isGiven: isGiven && !(channel === 'push' && keepPrivate) };
  });
  const given = records.flatMap(({ channel, isGiven }) => (isGiven ? [channel] : []));
  const change = (channel: Channel, isOn: boolean) =>
    onSaid(
      person.say(consentId(channel, purpose), {
        ...{ consent: isOn ? 'given' : 'withdrawn', wording: CONSENT_WORDING, language },
      }),
    );
  const since = records.flatMap(({ channel, record, isGiven }) =>
    record
      ? [
          t(isGiven ? 'consents.onSince' : 'consents.offSince', {
            ...{ channel: t(`channel.${channel}`), when: format.moment(record.body.statedAt, now) },
          }),
        ]
      : [],
  );
  return (
    <li className={styles.purpose}>
      <Toggles
        label={t(`purpose.${purpose}`)}
        hint={t(`purpose.${purpose}Text`, { vendor })}
        options={CHANNELS.map((channel) => ({
          ...{ id: channel, label: t(`channel.${channel}`) },
          isDisabled: !person.isKnown || (channel === 'push' && keepPrivate),
        }))}
        value={given}
        onChange={change}
      />
      {keepPrivate && purpose === 'care' && (
        <Text size="xs" tone="soft">
          {t('consents.noPush')}
        </Text>
      )}
      {since.length > 0 && (
        <Text size="xs" tone="soft">
          {since.join(' · ')}
        </Text>
      )}
      <Pending record={records.find(({ record }) => record?.pending)?.record} />
    </li>
  );
}

/** Every decision there was, the newest first. */
function History() {
  const t = useMessages('profile');
  const format = useFormat();
  const now = useNow();
  const { records } = useRecords(CONSENT_RECORD, consentDecisionSchema);
  if (records.length === 0) return null;
  return (
    <Disclosure summary={t('consents.history')} look="inline">
      <ul className={styles.history}>
        {records
          .toSorted((one, other) => Date.parse(other.body.decidedAt) - Date.parse(one.body.decidedAt))
          .map(({ id, body: { channel, purpose, consent, wording, decidedAt } }) => (
            <li key={id}>
              <Text size="xs">
                {t(consent === 'given' ? 'consents.given' : 'consents.withdrawn', {
                  ...{ channel: t(`channel.${channel}`), purpose: t(`purpose.${purpose}`) },
                })}
              </Text>
              <Text size="xs" tone="soft" tabular>
                {t('consents.decided', {
                  when: format.moment(decidedAt, now),
                  wording: `\u2066${wording}\u2069`,
                })}
              </Text>
            </li>
          ))}
      </ul>
    </Disclosure>
  );
}
