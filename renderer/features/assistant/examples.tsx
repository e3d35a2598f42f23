import { handsFocusTo } from '../../design/basic/actions/hands-focus-to.ts';
import { NativeButton, Text } from '../../design/basic/index.ts';
import { useMessages } from '../../i18n/index.ts';
import styles from './assistant.module.css';

/** What takes the question. */
export const FIELD = 'assistant-question';
export const toField = handsFocusTo(FIELD);

/** What may be asked of any clinic: shown until something is asked. */
export function Examples({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const t = useMessages('assistant');
  return (
    <section className={styles.examples} aria-labelledby="examples">
      <Text size="s" tone="soft" id="examples">
        {t('examples')}
      </Text>
      <ul>
        {(['examples.person', 'examples.private', 'examples.delivery'] as const).map((example) => (
          <li key={example}>
            <NativeButton variant="quiet" ref={toField} onClick={() => onAsk(t(example))}>
              {t(example)}
            </NativeButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
