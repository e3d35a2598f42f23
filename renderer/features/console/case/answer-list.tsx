import type { AnswerNode } from '../../../../sync/protocol/api/cases.ts';
import { classes } from '../../../base/classes.ts';
import { placed } from '../../../base/placed.ts';
import { directionOfTag, useLanguage, useMessages } from '../../../i18n/index.ts';
import styles from './answer-list.module.css';
import { AttachmentAnswer } from './attachment-answer.tsx';

/** Letters of an answer that is prose: in bold nobody reads it. */
const LONG = 80;

interface AnswerListProps {
  readonly nodes: readonly AnswerNode[];
  /** BCP 47: in which the patient read and answered. */
  readonly lang: string | undefined;
}

/** Questions and answers as they were frozen when the patient gave them. */
export function AnswerList({ nodes, lang }: AnswerListProps) {
  return (
    <ol className={styles.list} {...(lang ? { lang, dir: directionOfTag(lang) } : {})}>
      {/* Not by linkId: a repeated question has one for all its instances. */}
      {placed(nodes).map(({ item, key }) => (
        <Node key={key} node={item} />
      ))}
    </ol>
  );
}

function Node({ node }: { readonly node: AnswerNode }) {
  const t = useMessages('console');
  const { language, direction } = useLanguage();
  // Our own remarks are in the reader's language, among the patient's.
  const own = { lang: language, dir: direction };
  if (node.kind === 'group') {
    return (
      <li className={styles.group}>
        <h3 className={styles.groupTitle}>{node.text}</h3>
        <AnswerList nodes={node.children} lang={undefined} />
      </li>
    );
  }
  const isFlagged = node.rules.length > 0 || node.confirmedImplausible;
  const nested = [...node.answers.flatMap((answer) => answer.children), ...node.children];
  return (
    <li className={classes(styles.node, isFlagged && styles.flagged)}>
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
            <p
              key={key}
              className={classes(styles.answer, answer.text.length > LONG && styles.long)}
              dir="auto"
            >
              {answer.text}
              {answer.score !== null && <span className={styles.score}>{answer.score}</span>}
            </p>
          ),
        )}
        {/* What it means is said once, among the findings. */}
        {isFlagged && (
          <p {...own} className={styles.remark}>
            {t('answer.flagged')}
          </p>
        )}
      </div>
      {nested.length > 0 && (
        <div className={styles.nested}>
          <AnswerList nodes={nested} lang={undefined} />
        </div>
      )}
    </li>
  );
}
