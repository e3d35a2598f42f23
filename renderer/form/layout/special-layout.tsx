import { type ReactNode, useMemo } from 'react';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { useMessages } from '../../i18n/index.ts';
import { useFormSettings } from '../context/form-context.tsx';
import type { GroupLayout } from '../values/item-layout.ts';
import { instanceGrid, rowGrid } from './group-columns.ts';
import { GroupTable } from './group-table.tsx';
import { Matrix, TransposedMatrix } from './matrix.tsx';
import { sharedOptions } from './shared-options.ts';
import { useWide } from './use-wide.ts';

interface SpecialLayoutProps {
  readonly layout: Exclude<GroupLayout, 'list' | 'tabs'>;
  readonly node: NodeId;
  /** Instances for a gtable, else the children of the group. */
  readonly nodes: readonly NodeId[];
  readonly labelledBy: string | undefined;
  readonly rowTitle?: (index: number) => ReactNode;
  readonly rowActions?: ((node: NodeId, index: number) => ReactNode) | undefined;
  readonly renderItems: (nodes: readonly NodeId[]) => ReactNode;
  readonly renderBroken: (retry: () => void) => ReactNode;
}

/** The layouts that set questions out in rows and columns; a group that has not the shape for its layout is a list. */
export function SpecialLayout(props: SpecialLayoutProps) {
  const { layout, node, nodes, labelledBy, rowTitle, rowActions, renderItems, renderBroken } = props;
  const { form } = useFormSettings();
  const t = useMessages('form');
  const wide = useWide();
  const shape = useMemo(() => {
    if (layout === 'gtable') {
      // One that doesn't repeat has no rows to speak of.
      const repeats = nodes.every((each) => form.read(each)?.linkId === form.read(node)?.linkId);
      return repeats ? { grid: instanceGrid(form, nodes) } : {};
    }
    if (layout === 'grid') {
      const rows = nodes.filter((each) => form.read(each)?.kind === 'group');
      const others = nodes.filter((each) => !rows.includes(each));
      return { grid: rowGrid(form, rows), others };
    }
    return { options: sharedOptions(form, nodes) };
  }, [form, layout, node, nodes]);
  if (shape.grid) {
    return (
      <>
        {shape.others && shape.others.length > 0 && renderItems(shape.others)}
        {shape.grid.rows.length > 0 && (
          <GroupTable
            grid={shape.grid}
            labelledBy={labelledBy}
            rowTitle={rowTitle}
            rowActions={rowActions}
            actionsTitle={t('repeat.remove')}
            renderItems={renderItems}
          />
        )}
      </>
    );
  }
  if (!shape.options) return renderItems(nodes);
  if (layout === 'table')
    return (
      <Matrix nodes={nodes} options={shape.options} labelledBy={labelledBy} renderBroken={renderBroken} />
    );
  return wide ? (
    <TransposedMatrix nodes={nodes} options={shape.options} labelledBy={labelledBy} />
  ) : (
    renderItems(nodes)
  );
}
