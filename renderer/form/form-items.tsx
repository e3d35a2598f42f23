import type { NodeId } from '../../sync/questionnaire/contract.ts';
import { Heading } from '../design/basic/heading.tsx';
import { Icon } from '../design/basic/icon.tsx';
import { Notice } from '../design/basic/notice.tsx';
import { Text } from '../design/basic/text.tsx';
import { Button } from '../design/controls/button.tsx';
import { useMessages } from '../i18n/index.ts';
import styles from './form.module.css';
import { useFormSettings, useNode } from './form-context.tsx';
import { ItemBoundary } from './item-boundary.tsx';
import { itemControlCodes, maxOccurs } from './item-extensions.ts';
import { Question } from './question.tsx';

export interface FormItemsProps {
  readonly nodes: readonly NodeId[];
  /** Whether the questions nested under answers stand below them; otherwise they have screens of their own. */
  readonly nested?: boolean;
  /** Level of the headings of groups. */
  readonly level?: 2 | 3 | 4;
  /** Of the first question: the heading that already says it. */
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
}

/** Questions, displays and groups, one below the other. */
export function FormItems({ nodes, nested = true, level = 2, labelledBy, describedBy }: FormItemsProps) {
  const t = useMessages('form');
  return nodes.map((node, index) => (
    <ItemBoundary
      key={node}
      fallback={(retry) => (
        <Notice tone="warning" title={t('item.broken')} live="status">
          <Text>{t('item.brokenText')}</Text>
          <Button variant="secondary" onPress={retry}>
            {t('item.retry')}
          </Button>
        </Notice>
      )}
    >
      <FormItem
        node={node}
        nested={nested}
        level={level}
        labelledBy={index === 0 ? labelledBy : undefined}
        describedBy={index === 0 ? describedBy : undefined}
      />
    </ItemBoundary>
  ));
}

interface FormItemProps {
  readonly node: NodeId;
  readonly nested: boolean;
  readonly level: 2 | 3 | 4;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
}

function FormItem({ node, nested, level, labelledBy, describedBy }: FormItemProps) {
  const { form, lang } = useFormSettings();
  const state = useNode(form, node);
  if (!state?.enabled || state.hidden || state.calculated) return null;
  const below = state.children.filter((child) => !isDecoration(form.read(child)?.item));
  const next = level === 2 ? 3 : 4;
  if (state.kind === 'display') {
    return labelledBy === undefined ? (
      <Text lang={lang} className={styles.display}>
        {state.text}
      </Text>
    ) : null;
  }
  if (state.kind === 'question') {
    return (
      <div className={styles.item}>
        <Question node={node} labelledBy={labelledBy} describedBy={describedBy} />
        {nested && below.length > 0 && (
          <div className={styles.nested}>
            <FormItems nodes={below} level={level} />
          </div>
        )}
      </div>
    );
  }
  const titleId = `group-${node.replace(/[^A-Za-z0-9_-]/g, '_')}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't hold the heading that a screen reader looks for
    <div role="group" aria-labelledby={labelledBy ?? titleId} className={styles.group}>
      {labelledBy === undefined && state.text !== '' && (
        <Heading level={level} size="m" id={titleId} lang={lang}>
          {state.text}
          {state.repeats && <InstanceNumber node={node} />}
        </Heading>
      )}
      <FormItems nodes={below} level={next} />
      {state.repeats && <InstanceActions node={node} title={state.text} />}
    </div>
  );
}

/** Displays that a control shows with itself. */
function isDecoration(item: Parameters<typeof itemControlCodes>[0] | undefined): boolean {
  if (item?.type !== 'display') return false;
  return itemControlCodes(item).some((code) =>
    ['help', 'flyover', 'prompt', 'unit', 'lower', 'upper'].includes(code),
  );
}

/** Instances of one repeating group, in document order. */
function useInstances(node: NodeId): readonly NodeId[] {
  const { form } = useFormSettings();
  const state = form.read(node);
  // The parent changes when an instance comes or goes.
  const parent = useNode(form, state?.parent ?? node);
  const siblings = state?.parent === undefined ? form.root : (parent?.children ?? []);
  return siblings.filter((sibling) => form.read(sibling)?.linkId === state?.linkId);
}

function InstanceNumber({ node }: { readonly node: NodeId }) {
  const instances = useInstances(node);
  return instances.length > 1 ? ` ${instances.indexOf(node) + 1}` : null;
}

/** Add and remove for a repeating group; adding stands below the last instance only. */
function InstanceActions({ node, title }: { readonly node: NodeId; readonly title: string }) {
  const { form } = useFormSettings();
  const t = useMessages('form');
  const instances = useInstances(node);
  const state = form.read(node);
  const most = state ? (maxOccurs(state.item) ?? Number.POSITIVE_INFINITY) : 0;
  const number = instances.indexOf(node) + 1;
  return (
    <div className={styles.instanceActions}>
      {instances.length > 1 && (
        <Button
          variant="quiet"
          onPress={() => form.removeInstance(node)}
          aria-label={t('repeat.removeNamed', { name: `${title} ${number}` })}
        >
          <Icon name="trash" size={20} /> {t('repeat.remove')}
        </Button>
      )}
      {number === instances.length && number < most && (
        <Button variant="secondary" onPress={() => form.addInstance(node)}>
          <Icon name="plus" size={20} /> {t('repeat.add')}
        </Button>
      )}
    </div>
  );
}
