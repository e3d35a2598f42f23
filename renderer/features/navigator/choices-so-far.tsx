import { readLocalized } from '../../../sync/domain/languages.ts';
import { navigatorTree, nodeOf, type Walk } from '../../../sync/domain/navigator/navigator.ts';
import { Heading, Text } from '../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import styles from './navigator.module.css';

/** Each question of a walk with what was chosen. */
function madeIn(walk: Walk) {
  let id = navigatorTree.start;
  return walk.flatMap((step) => {
    const node = nodeOf(navigatorTree, id);
    const choice = node.kind === 'question' ? node.choices.find((each) => each.id === step) : undefined;
    if (node.kind !== 'question' || !choice) return [];
    const made = { id, question: node.text, answer: choice.label };
    id = choice.to;
    return [made];
  });
}

/** What has been said, beside the question, where there is room. A phone has the way back alone. */
export function ChoicesSoFar({ walk }: { readonly walk: Walk }) {
  const t = useMessages('navigator');
  const { language } = useLanguage();
  const read = (text: Parameters<typeof readLocalized>[0]) => readLocalized(text, language).text;
  return (
    <section className={styles.choices} aria-labelledby="navigator-choices">
      <Heading level={2} size="s" id="navigator-choices">
        {t(walk.length === 0 ? 'how' : 'answers')}
      </Heading>
      {walk.length === 0 ? (
        <Text tone="soft">{t('lead')}</Text>
      ) : (
        <ol>
          {madeIn(walk).map(({ id, question, answer }) => (
            <li key={id}>
              <Text as="span" size="xs" tone="soft">
                {read(question)}
              </Text>
              <Text as="span">{read(answer)}</Text>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
