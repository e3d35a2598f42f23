import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import {
  Heading,
  Icon,
  NativeButton,
  Notice,
  Skeleton,
  Stack,
  TextLink,
} from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { useLive } from '../base/use-live.ts';
import styles from './patient-screen.module.css';
import { PatientView } from './patient-view.tsx';
import { usePatientsApi } from './use-patients-api.ts';

/** One patient: an account, or a guest by what they sent. */
export function PatientScreen() {
  const t = useMessages('patients');
  const { patientId = '' } = useParams({ strict: false });
  const { vendor } = useConsole();
  return (
    <div className={styles.screen}>
      <nav className={styles.back} aria-label={t('patient.where')}>
        <TextLink to="/console/$vendor/patients" params={{ vendor }} tone="ink" standalone>
          <Icon name="arrow-back" size={20} />
          {t('title')}
        </TextLink>
      </nav>
      <Patient key={patientId} id={patientId} />
    </div>
  );
}

function Patient({ id }: { readonly id: string }) {
  const t = useMessages('patients');
  const common = useMessages('console');
  const textOf = useFailureText();
  const patientsApi = usePatientsApi();
  const read = useCallback(() => patientsApi.read(id), [patientsApi, id]);
  const [{ value: detail, failure }, { refresh, show }] = useLive(read);
  if (detail) return <PatientView detail={detail} onChange={show} />;
  if (!failure) return <Skeleton heading lines={8} />;
  const isLost = failure.code === 'NOT_FOUND';
  return (
    <Stack gap={4} align="start">
      <Heading level={1}>{t(isLost ? 'patient.notFound' : 'patient.unreachable')}</Heading>
      <Notice tone="warning">{isLost ? t('patient.notFound.text') : textOf(failure)}</Notice>
      {!isLost && <NativeButton onClick={refresh}>{common('again')}</NativeButton>}
    </Stack>
  );
}
