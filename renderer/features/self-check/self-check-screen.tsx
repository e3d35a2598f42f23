import { useCallback, useEffect, useState } from 'react';
import { copyText } from '../../base/copy-text.ts';
import { Heading, Icon, Page, Row, Skeleton, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { showToast, Toaster } from '../../design/controls/overlays/toaster.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { PlatformHeader } from '../../shell/platform/platform-header.tsx';
import { browserSurroundings } from './browser-surroundings.ts';
import { CHECKS, type Checked, type CheckName, FIGURES, type Results, reportOf } from './checks/report.ts';
import { runCheck } from './checks/run-checks.ts';
import styles from './self-check.module.css';
import { StaffPart } from './staff-part.tsx';

const MARKS = { pass: 'check', warn: 'warning', fail: 'error', unknown: 'info' } as const;

/** Tries everything, each by itself: one that hangs holds back no other. */
function useChecks() {
  const t = useMessages('self-check');
  const [results, setResults] = useState<Results>({});
  const start = useCallback(() => {
    const around = browserSurroundings(() => showToast(t('toast')));
    for (const name of CHECKS)
      void runCheck(name, around).then((checked) => setResults((known) => ({ ...known, [name]: checked })));
  }, [t]);
  useEffect(start, [start]);
  const again = () => {
    setResults({});
    start();
  };
  return { results, again };
}

/** What this device can do for our forms, by trying; nothing that somebody wrote is read. */
export function SelfCheckScreen() {
  const t = useMessages('self-check');
  const { results, again } = useChecks();
  const [isStaff, setStaff] = useState(false);
  const [copied, setCopied] = useState<boolean>();
  const isDone = CHECKS.every((name) => results[name]);
  const report = reportOf(results, isStaff ? 'staff' : 'public');
  return (
    <>
      <Page header={<PlatformHeader />} width="wide">
        <Stack gap={6}>
          <Stack gap={3}>
            <Heading level={1}>{t('title')}</Heading>
            <Text tone="soft">{t('lead')}</Text>
          </Stack>
          <Stack gap={3}>
            <div role="status">
              <Text size="s" tone="soft">
                {isDone ? t('done') : t('running')}
              </Text>
            </div>
            <Row gap={3}>
              <Button onPress={again}>{t('again')}</Button>
              <Button variant="secondary" onPress={() => void copyText(report).then(setCopied)}>
                {t('copy')}
              </Button>
              <Button variant="secondary" onPress={() => window.print()}>
                {t('print')}
              </Button>
            </Row>
            <div role="status">
              {copied !== undefined && <Text size="s">{t(copied ? 'copied' : 'copyFailed')}</Text>}
            </div>
          </Stack>
          <ul className={styles.list}>
            {CHECKS.map((name) => (
              <CheckRow key={name} name={name} checked={results[name]} isStaff={isStaff} />
            ))}
          </ul>
          {isDone && (
            <Stack as="section" gap={3} aria-labelledby="report" className={styles.column}>
              <Heading level={2} size="m" id="report">
                {t('report')}
              </Heading>
              <pre className={styles.report} lang="en">
                {report}
              </pre>
            </Stack>
          )}
          <div className={styles.column}>
            <StaffPart isStaff={isStaff} onStaff={() => setStaff(true)} />
          </div>
        </Stack>
      </Page>
      <Toaster />
    </>
  );
}

interface CheckRowProps {
  readonly name: CheckName;
  readonly checked: Checked | undefined;
  readonly isStaff: boolean;
}

function CheckRow({ name, checked, isStaff }: CheckRowProps) {
  const t = useMessages('self-check');
  const format = useFormat();
  if (!checked)
    return (
      <li className={styles.row}>
        <Text strong>{t(`check.${name}`)}</Text>
        <Skeleton lines={1} />
      </li>
    );
  const { status, figures = {} } = checked;
  const told = FIGURES.filter((figure) => figures[figure] !== undefined);
  return (
    <li className={styles.row} data-check={name} data-status={status}>
      <Text strong>{t(`check.${name}`)}</Text>
      <span className={`${styles.state} ${styles[status] ?? ''}`}>
        <Icon name={MARKS[status]} size={20} /> {t(`status.${status}`)}
      </span>
      {status !== 'pass' && (
        <Text size="s" tone="soft">
          {t(`do.${name}`)}
        </Text>
      )}
      {isStaff && told.length > 0 && (
        <Text size="xs" tone="soft" tabular>
          {told
            .map((figure) => `${t(`figure.${figure}`)}: ${format.number(Math.round(figures[figure] ?? 0))}`)
            .join(' · ')}
        </Text>
      )}
    </li>
  );
}
