import { useEffect, useRef, useState } from 'react';
import { csvOf } from '../../../../../sync/domain/export/csv.ts';
import { fhirBundleOf } from '../../../../../sync/domain/export/fhir-bundle.ts';
import { download } from '../../../../base/download.ts';
import { Heading, Stack, StatusLine, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import { SHORT_DAY } from '../../../../i18n/short-day.ts';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';
import type { Person } from '../person/use-person.ts';
import styles from './leaving.module.css';
import { useDataSections, useOwnData } from './use-own-data.ts';

/** What keeps directions apart on a screen is of no use in a cell. */
const ISOLATES = /[\u2066-\u2069]/gu;

interface DataCopyProps {
  readonly session: SignedInState;
  readonly person: Person;
  readonly onBack: () => void;
}

/** Everything that is known here, to be read, printed and taken along. */
export function DataCopy({ session, person, onBack }: DataCopyProps) {
  const t = useMessages('profile');
  const { name: vendor, slug } = usePack();
  const format = useFormat();
  const [at] = useState(() => new Date().toISOString());
  const [done, setDone] = useState(false);
  const data = useOwnData(person, session.person, session.email, at);
  const sections = useDataSections(data);
  const lead = useRef<HTMLDivElement>(null);
  useEffect(() => lead.current?.focus(), []);
  /** @param extension names the file, and nothing in it names a person. */
  const save = (text: string, type: string, extension: string) => {
    download(new Blob([text], { type }), `${slug}-${at.slice(0, 10)}.${extension}`);
    setDone(true);
  };
  const saveBundle = () =>
    save(
      JSON.stringify(
        fhirBundleOf(data, () => crypto.randomUUID()),
        undefined,
        2,
      ),
      'application/fhir+json',
      'fhir.json',
    );
  const saveTable = () =>
    save(
      csvOf([
        [t('data.section'), t('data.what'), t('data.value'), t('data.since')],
        ...sections.flatMap(({ id, rows }) =>
          rows.map(({ what, value, at: since }) => [
            t(`data.${id}`),
            what,
            value.replace(ISOLATES, ''),
            since,
          ]),
        ),
      ]),
      'text/csv;charset=utf-8',
      'csv',
    );
  return (
    <Stack gap={5}>
      <div ref={lead} tabIndex={-1} className={styles.lead}>
        <Text>
          {t('data.lead', { vendor, email: `\u2068${session.email}\u2069`, when: format.dateTime(at) })}
        </Text>
      </div>
      <Stack gap={2}>
        <div className={styles.ways}>
          <Button size="l" onPress={() => print()}>
            {t('data.print')}
          </Button>
          <Button variant="secondary" size="l" onPress={saveTable}>
            {t('data.csv')}
          </Button>
          <Button variant="secondary" size="l" onPress={saveBundle}>
            {t('data.fhir')}
          </Button>
        </div>
        <div aria-live="polite">{done && <StatusLine status="sent">{t('data.done')}</StatusLine>}</div>
      </Stack>
      {sections.length === 0 && <Text tone="soft">{t('data.empty')}</Text>}
      {sections.map(({ id, rows }) => (
        <Stack gap={2} key={id} as="section" aria-labelledby={`data-${id}`}>
          <Heading level={2} size="m" id={`data-${id}`}>
            {t(`data.${id}`)}
          </Heading>
          <dl className={styles.rows}>
            {rows.map(({ what, value, at: since }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that is only read
              <div key={index} className={styles.row}>
                <dt>{what}</dt>
                <dd>
                  <Text strong>
                    <bdi>{value}</bdi>
                  </Text>
                </dd>
                <dd className={styles.since}>{format.date(since, SHORT_DAY)}</dd>
              </div>
            ))}
          </dl>
        </Stack>
      ))}
      <Text tone="soft">{t('data.notHere', { vendor })}</Text>
      <div className={styles.back}>
        <Button variant="quiet" onPress={onBack}>
          {t('data.back')}
        </Button>
      </div>
    </Stack>
  );
}
