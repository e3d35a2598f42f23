import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { ContentRow, Rows, Text } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';

export interface ConsentListProps {
  readonly consents: CaseDetail['consents'];
  readonly attestation: CaseDetail['attestation'];
}

/** One line per agreement, with the exact text that was shown. */
export function ConsentList({ consents, attestation }: ConsentListProps) {
  const t = useMessages('console');
  const format = useFormat();
  return (
    <Rows>
      {consents.map((consent) => (
        <ContentRow key={`${consent.document} ${consent.sha256}`}>
          <Text strong>
            {t(`consent.${consent.decision}`)}:{' '}
            {consent.title ? <LocalizedText text={consent.title} /> : consent.document}
          </Text>
          <Text size="xs" tone="soft">
            {t('consent.version', {
              version: consent.version,
              language: format.languageName(consent.language),
              when: format.dateTime(consent.decidedAt),
            })}
            {' · '}
            {t(consent.required ? 'consent.required' : 'consent.optional')}
          </Text>
          {!consent.known && (
            <Text size="xs" tone="danger">
              {t('consent.unknown')}
            </Text>
          )}
        </ContentRow>
      ))}
      {attestation && (
        <ContentRow>
          <Text strong>{t('attestation', { name: attestation.name })}</Text>
          <Text size="xs" tone="soft">
            {format.dateTime(attestation.at)}
          </Text>
        </ContentRow>
      )}
    </Rows>
  );
}
