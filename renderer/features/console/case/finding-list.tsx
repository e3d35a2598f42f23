import type { AnswerNode, CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { placed } from '../../../base/placed.ts';
import { ContentRow, Rows, Text } from '../../../design/basic/index.ts';
import { directionOfTag, LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './finding-list.module.css';
import type { Finding } from './findings.ts';

export interface FindingListProps {
  readonly findings: readonly Finding[];
  /** BCP 47: in which the patient read and answered. */
  readonly lang: string | undefined;
}

/** What a clinician must look at, each once: what it means, the answers that it rests on, and where it comes from. */
export function FindingList({ findings, lang }: FindingListProps) {
  const t = useMessages('console');
  return (
    <Rows>
      {findings.map(({ rule, times, answers }) => {
        const [first] = times;
        return (
          <ContentRow key={rule ?? ''}>
            <Text strong>
              {first && `${t(`outcome.${first.outcome}`)}: `}
              {first?.label ? <LocalizedText text={first.label} /> : (rule ?? t('answer.unusual'))}
            </Text>
            <Evidence answers={answers} lang={lang} isUnusualTold={rule === undefined} />
            {placed(times).map(({ item, key }) => (
              <RuleOrigin key={key} rule={item} />
            ))}
          </ContentRow>
        );
      })}
    </Rows>
  );
}

function Evidence({
  answers,
  lang,
  isUnusualTold,
}: {
  readonly answers: readonly AnswerNode[];
  readonly lang: string | undefined;
  readonly isUnusualTold: boolean;
}) {
  const t = useMessages('console');
  if (answers.length === 0) return null;
  return (
    <dl className={styles.evidence}>
      {placed(answers).map(({ item: node, key }) => (
        <div key={key}>
          <dt {...(lang ? { lang, dir: directionOfTag(lang) } : {})}>{node.text}</dt>
          <dd {...(lang ? { lang, dir: directionOfTag(lang) } : {})}>
            <span dir="auto">{node.answers.map(({ text }) => text).join(', ')}</span>
          </dd>
          {node.confirmedImplausible && !isUnusualTold && (
            <dd className={styles.unusual}>{t('answer.unusual')}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Which of the vendor's rules it is, by whom it was met and when, and on what the rule rests. */
export function RuleOrigin({ rule }: { readonly rule: CaseDetail['rules'][number] }) {
  const t = useMessages('console');
  const format = useFormat();
  return (
    <Text size="xs" tone="soft">
      {t(`rule.${rule.foundBy}`)}
      {rule.at !== null && ` · ${format.dateTime(rule.at)}`}
      {rule.withdrawnAt !== null && (
        <strong> · {t('rule.withdrawnAt', { when: format.dateTime(rule.withdrawnAt) })}</strong>
      )}
      {' · '}
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
  );
}
