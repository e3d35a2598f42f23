import { type CSSProperties, memo, type ReactNode } from 'react';
import type { Form, NodeId } from '../../sync/questionnaire/model/contract.ts';
import { classes } from '../base/classes.ts';
import { Notice } from '../design/basic/status/notice.tsx';
import { Heading } from '../design/basic/text/heading.tsx';
import { Icon } from '../design/basic/text/icon.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { VisuallyHidden } from '../design/basic/text/visually-hidden.tsx';
import { Button } from '../design/controls/buttons/button.tsx';
import { useMessages } from '../i18n/index.ts';
import styles from './context/form.module.css';
import { type NodeFrame, useFormSettings, useFrame } from './context/form-context.tsx';
import { groupId, titleId } from './context/ids.ts';
import { ItemBoundary } from './context/item-boundary.tsx';
import { Collapsible } from './layout/collapsible.tsx';
import { GroupIssues } from './layout/group-issues.tsx';
import { SpecialLayout, Tabs } from './layout/lazy-layouts.tsx';
import { useInstances } from './layout/use-instances.ts';
import { Question } from './question/question.tsx';
import { isTextHidden, itemText, plainText } from './text/item-text.tsx';
import { hasNotes, Note, Notes, notedChildren } from './text/notes.tsx';
import { collapsible, columnCount, decorationOf, groupLayout, placeOf } from './values/item-layout.ts';

/** Of the headings of groups. */
export type Level = 2 | 3 | 4;

export interface FormItemsProps {
  readonly nodes: readonly NodeId[];
  /** Whether the questions nested under answers are below them; otherwise they have screens of their own. */
  readonly nested?: boolean;
  readonly level?: Level;
  /** Of the first question: the heading that already says it. */
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
}

/** Instances of one repeating group stay together; everything else stands for itself. */
function runsOf(form: Form, nodes: readonly NodeId[]): readonly (readonly NodeId[])[] {
  const runs: NodeId[][] = [];
  let last: string | undefined;
  for (const node of nodes) {
    const state = form.read(node);
    const repeats = state?.kind === 'group' && state.repeats;
    if (repeats && state.linkId === last) runs.at(-1)?.push(node);
    else runs.push([node]);
    last = repeats ? state.linkId : undefined;
  }
  return runs;
}

/** In place of what broke; the rest of the form goes on. */
export function BrokenItem({ retry }: { readonly retry: () => void }) {
  const t = useMessages('form');
  return (
    <Notice tone="warning" title={t('item.broken')} live="status">
      <Text>{t('item.brokenText')}</Text>
      <Button variant="secondary" onPress={retry}>
        {t('item.retry')}
      </Button>
    </Notice>
  );
}

const broken = (retry: () => void) => <BrokenItem retry={retry} />;

/** Questions, displays and groups, one below the other. */
export function FormItems({ nodes, nested = true, level = 2, labelledBy, describedBy }: FormItemsProps) {
  const { form, whole } = useFormSettings();
  const [first] = nodes;
  if (whole && first !== undefined && nodes.every((node) => isTab(form, node))) {
    return (
      <Tabs
        nodes={nodes}
        labelledBy={labelledBy}
        renderPanel={(node) => <Panel node={node} level={level} />}
      />
    );
  }
  return runsOf(form, nodes).map((run, index) => {
    const [node = ''] = run;
    const shared = index === 0 && run.length === 1 ? { labelledBy, describedBy } : {};
    const state = form.read(node);
    const repeats = state?.kind === 'group' && state.repeats;
    return (
      <ItemBoundary key={repeats ? `${state.parent ?? ''} ${state.linkId}` : node} fallback={broken}>
        {repeats ? (
          <Repeats nodes={run} nested={nested} level={level} {...shared} />
        ) : (
          <FormItem node={node} nested={nested} level={level} {...shared} />
        )}
      </ItemBoundary>
    );
  });
}

function isTab(form: Form, node: NodeId): boolean {
  const state = form.read(node);
  return state?.kind === 'group' && !state.repeats && placeOf(state.item) === 'tab';
}

/** React's types know no custom properties. */
const columnsStyle = (columns: number): CSSProperties & { readonly '--columns': number } => ({
  '--columns': columns,
});

const next = (level: Level): Level => (level === 2 ? 3 : 4);

/** A tab's own name is on the tab. */
function Panel({ node, level }: { readonly node: NodeId; readonly level: Level }) {
  return <FormItem node={node} nested level={level} labelledBy={`${titleId(node)}-tab`} />;
}

interface FormItemProps {
  readonly node: NodeId;
  readonly nested: boolean;
  readonly level: Level;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  /** Among the instances of a repeating group, where there are several. */
  readonly number?: number | undefined;
  readonly after?: ReactNode;
}

const FormItem = memo(function FormItem(props: FormItemProps) {
  const { node, nested, level, labelledBy, describedBy } = props;
  const { form, lang, whole } = useFormSettings();
  const frame = useFrame(form, node);
  if (!frame?.enabled || frame.hidden || (frame.calculated && !whole)) return null;
  if (frame.kind === 'group') return <Group {...props} frame={frame} />;
  if (frame.kind === 'display') {
    if (labelledBy !== undefined || isTextHidden(frame)) return null;
    return <Display frame={frame} lang={lang} />;
  }
  const below = nested ? frame.children.filter((child) => !isControls(form, child)) : [];
  return (
    <div className={classes(styles.item, whole && styles.light)}>
      <Question node={node} labelledBy={labelledBy} describedBy={describedBy} />
      {below.length > 0 && (
        <div className={styles.nested}>
          <FormItems nodes={below} level={level} />
        </div>
      )}
    </div>
  );
});

/** Displays that a question shows with its control. */
function isControls(form: Form, node: NodeId): boolean {
  const item = form.read(node)?.item;
  return item !== undefined && decorationOf(item) !== undefined;
}

function Display({ frame, lang }: { readonly frame: NodeFrame; readonly lang: string | undefined }) {
  const decoration = decorationOf(frame.item);
  if (decoration !== undefined) {
    // "unit", "lower" and "upper" say nothing away from their control.
    return ['unit', 'lower', 'upper'].includes(decoration) ? null : (
      <div className={styles.display}>
        <Note node={frame.id} />
      </div>
    );
  }
  if (frame.text === '' && !hasNotes(frame.item, [])) return null;
  return (
    <div className={styles.display}>
      <Text as="div" lang={lang}>
        {itemText(frame, 'block')}
      </Text>
      {hasNotes(frame.item, []) && <Notes state={frame} nodes={[]} />}
    </div>
  );
}

function Group({
  node,
  nested,
  level,
  labelledBy,
  number,
  after,
  frame,
}: FormItemProps & { readonly frame: NodeFrame }) {
  const { form, lang, whole } = useFormSettings();
  const noted = notedChildren(frame, form);
  const children =
    noted.length === 0 ? frame.children : frame.children.filter((child) => !noted.includes(child));
  const layout = groupLayout(frame.item);
  const named = labelledBy === undefined && frame.text !== '';
  const name = labelledBy ?? (named ? titleId(node) : undefined);
  const title = named && (
    <Heading level={level} size={level === 2 ? 'l' : level === 3 ? 'm' : 's'} id={titleId(node)} lang={lang}>
      {itemText(frame)}
      {number !== undefined && ` ${number}`}
    </Heading>
  );
  const inside = level === 2 && !named ? level : next(level);
  const items = (nodes: readonly NodeId[]) => <FormItems nodes={nodes} nested={nested} level={inside} />;
  const columns = columnCount(frame.item);
  const content = (
    <>
      <GroupIssues node={node} />
      {hasNotes(frame.item, noted) && <Notes state={frame} nodes={noted} />}
      {layout === 'list' || (layout === 'tabs' && !whole) ? (
        columns === undefined ? (
          items(children)
        ) : (
          <div className={styles.columns} style={columnsStyle(columns)}>
            {items(children)}
          </div>
        )
      ) : layout === 'tabs' ? (
        <Tabs nodes={children} labelledBy={name} renderPanel={(tab) => <Panel node={tab} level={inside} />} />
      ) : (
        <SpecialLayout
          layout={layout}
          node={node}
          nodes={children}
          labelledBy={name}
          renderItems={items}
          renderBroken={broken}
        />
      )}
      {after}
    </>
  );
  const fold = whole && named ? collapsible(frame.item) : undefined;
  const body =
    fold === undefined ? (
      <>
        {title}
        {content}
      </>
    ) : (
      <Collapsible node={node} startsOpen={fold === 'open'} title={title}>
        {content}
      </Collapsible>
    );
  const look = classes(styles.group, whole && isSection(form, children) && styles.section);
  return name === undefined ? (
    <div id={groupId(node)} className={look}>
      {body}
    </div>
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't hold the heading that a screen reader looks for
    <div id={groupId(node)} role="group" tabIndex={-1} aria-labelledby={name} className={look}>
      {body}
    </div>
  );
}

/** So many questions are laid out at once without being felt. */
const MAX_IN_A_SECTION = 30;

/** Short enough to come into sight as a whole: one box for the browser to watch in place of one a question. */
function isSection(form: Form, children: readonly NodeId[]): boolean {
  return children.length <= MAX_IN_A_SECTION && children.every((child) => form.read(child)?.kind !== 'group');
}

type RepeatsProps = Omit<FormItemProps, 'node' | 'number' | 'after'> & { readonly nodes: readonly NodeId[] };

/** All instances of a repeating group, with what adds and removes them. */
function Repeats({ nodes, ...shared }: RepeatsProps) {
  const { form, lang } = useFormSettings();
  const t = useMessages('form');
  const frame = useFrame(form, nodes[0] ?? '');
  const title = frame ? plainText(frame) : '';
  const { canAdd, canRemove, add, remove, said } = useInstances(nodes, title);
  if (!frame?.enabled || frame.hidden) return null;
  const table = groupLayout(frame.item) === 'gtable';
  const named = (index: number) => t('repeat.removeNamed', { name: `${title} ${index + 1}` });
  const removal = (node: NodeId, index: number) =>
    canRemove && (
      <Button variant="quiet" onPress={() => remove(node)} aria-label={named(index)}>
        <Icon name="trash" size={20} /> {t('repeat.remove')}
      </Button>
    );
  const adding = canAdd && (
    <div className={styles.instanceActions}>
      <Button variant="secondary" onPress={add}>
        <Icon name="plus" size={20} /> {t('repeat.add')}
      </Button>
    </div>
  );
  const live = (
    <VisuallyHidden as="div" live="polite">
      {said}
    </VisuallyHidden>
  );
  if (!table) {
    return (
      <div className={styles.instances}>
        {nodes.map((node, index) => (
          <ItemBoundary key={node} fallback={broken}>
            <FormItem
              {...shared}
              node={node}
              number={nodes.length > 1 ? index + 1 : undefined}
              after={canRemove && <div className={styles.instanceActions}>{removal(node, index)}</div>}
            />
          </ItemBoundary>
        ))}
        {adding}
        {live}
      </div>
    );
  }
  const [first = ''] = nodes;
  const own = shared.labelledBy === undefined && title !== '';
  const name = shared.labelledBy ?? (own ? titleId(first) : undefined);
  return (
    <div className={styles.group}>
      {own && (
        <Heading level={shared.level} size={shared.level === 2 ? 'l' : 'm'} id={titleId(first)} lang={lang}>
          {itemText(frame)}
        </Heading>
      )}
      <GroupIssues node={first} />
      <SpecialLayout
        layout="gtable"
        node={first}
        nodes={nodes}
        labelledBy={name}
        rowTitle={(index) => `${title} ${index + 1}`.trim()}
        rowActions={canRemove ? removal : undefined}
        renderItems={(inner) => <FormItems nodes={inner} level={next(shared.level)} />}
        renderBroken={broken}
      />
      {adding}
      {live}
    </div>
  );
}
