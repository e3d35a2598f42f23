import type { Block, Inline } from '../../../sync/domain/legal/legal-document.ts';
import { placed } from '../../base/placed.ts';
import { Heading, Text, TextLink } from '../../design/basic/index.ts';
import styles from './blocks.module.css';
import { sectionId } from './legal-text.ts';

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return placed(inlines).map(({ item, key }) => {
    if (item.type === 'strong') return <strong key={key}>{item.text}</strong>;
    if (item.type === 'emphasis') return <em key={key}>{item.text}</em>;
    if (item.type === 'link') {
      return (
        <TextLink key={key} href={item.href}>
          {item.text}
        </TextLink>
      );
    }
    return item.text;
  });
}

/** Rich text as elements: nothing is ever parsed as HTML. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className={styles.blocks}>
      {placed(blocks).map(({ item: block, key }) => {
        if (block.type === 'heading') {
          return (
            <Heading
              key={key}
              level={block.level}
              size={block.level === 2 ? 'l' : 'm'}
              id={sectionId(Number(key))}
            >
              <Inlines inlines={block.inlines} />
            </Heading>
          );
        }
        if (block.type === 'paragraph') {
          return (
            <Text key={key}>
              <Inlines inlines={block.inlines} />
            </Text>
          );
        }
        const List = block.ordered ? 'ol' : 'ul';
        return (
          <List key={key} className={styles.list}>
            {placed(block.items).map(({ item, key: at }) => (
              <li key={at}>
                <Inlines inlines={item} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}
