import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { ContentRow, Rows, Text } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';

/** Which of the vendor's rules were met, by whom it was found, and on what they rest. */
export function RuleList({ rules }: { readonly rules: CaseDetail['rules'] }) {
  const t = useMessages('console');
  const format = useFormat();
  return (
    <Rows>
      {rules.map((rule) => (
        <ContentRow key={`${rule.rule} ${rule.foundBy} ${rule.at}`}>
          <Text strong>
            {t(`outcome.${rule.outcome}`)}: {rule.label ? <LocalizedText text={rule.label} /> : rule.rule}
          </Text>
          <Text size="xs" tone="soft">
            {t(`rule.${rule.foundBy}`)}
            {rule.at !== null && ` · ${format.dateTime(rule.at)}`}
            {rule.withdrawnAt !== null &&
              ` · ${t('rule.withdrawnAt', { when: format.dateTime(rule.withdrawnAt) })}`}
          </Text>
          <Text size="xs" tone="soft">
            <bdi>
              {rule.rule} {rule.version}
            </bdi>
            {rule.source !== null && (
              <>
                {' · '}
                <span lang="en">{rule.source}</span>
              </>
            )}
          </Text>
        </ContentRow>
      ))}
    </Rows>
  );
}
