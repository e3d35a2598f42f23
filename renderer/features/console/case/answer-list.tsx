import type { AnswerNode, CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { classes } from '../../../base/classes.ts';
import { placed } from '../../../base/placed.ts';
import { directionOfTag, LocalizedText, useLanguage, useMessages } from '../../../i18n/index.ts';
import styles from './answer-list.module.css';
import { AttachmentAnswer } from './attachment-answer.tsx';

interface AnswerListProps {
  readonly nodes: readonly AnswerNode[];
  /** BCP 47: in which the patient read and answered. */
  readonly lang: string | undefined;
  readonly rules: CaseDetail['rules'];
  /** Without what is nested: the flagged answers stand for themselves. */
  readonly flat?: boolean;
}

/** Questions and answers as they were frozen when the patient gave them. */
export function AnswerList({ nodes, lang, rules, flat = false }: AnswerListProps) {
  return (
    <ol className={styles.list} {...(lang ? { lang, dir: directionOfTag(lang) } : {})}>
      {/* Not by linkId: a repeated question has one for all its instances. */}
      {placed(nodes).map(({ item, key }) => (
        <Node key={key} node={item} rules={rules} flat={flat} />
      ))}
    </ol>
  );
}

function Node({
  node,
  rules,
  flat,
}: { readonly node: AnswerNode } & Pick<AnswerListProps, 'rules' | 'flat'>) {
  const t = useMessages('console');
  const { language, direction } = useLanguage();
  // Our own remarks are in the reader's language, among the patient's.
  const own = { lang: language, dir: direction };
  if (node.kind === 'group') {
    return (
      <li className={styles.group}>
        <h3 className={styles.groupTitle}>{node.text}</h3>
        <AnswerList nodes={node.children} lang={undefined} rules={rules} />
      </li>
    );
  }
  const met = rules.filter((rule) => node.rules.includes(rule.rule));
  const nested = [...node.answers.flatMap((answer) => answer.children), ...node.children];
  return (
    <li className={classes(styles.node, met.length > 0 && styles.flagged)}>
      <p className={styles.question}>{node.text}</p>
      <div className={styles.answers}>
        {node.answers.length === 0 && (
          <p {...own} className={styles.none}>
            {t('answer.none')}
          </p>
        )}
        {placed(node.answers).map(({ item: answer, key }) =>
          answer.attachment ? (
            <div key={key} {...own}>
              <AttachmentAnswer attachment={answer.attachment} />
            </div>
          ) : (
            <p key={key} className={styles.answer} dir="auto">
              {answer.text}
              {answer.score !== null && <span className={styles.score}>{answer.score}</span>}
            </p>
          ),
        )}
        {node.confirmedImplausible && (
          <p {...own} className={styles.remark}>
            {t('answer.unusual')}
          </p>
        )}
        {met.map((rule) => (
          <p key={rule.rule} {...own} className={styles.remark}>
            {rule.label ? <LocalizedText text={rule.label} /> : rule.rule}
            {rule.withdrawnAt !== null && ` (${t('line.withdrawn')})`}
          </p>
        ))}
      </div>
      {!flat && nested.length > 0 && (
        <div className={styles.nested}>
          <AnswerList nodes={nested} lang={undefined} rules={rules} />
        </div>
      )}
    </li>
  );
}
