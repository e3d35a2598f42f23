import { type ReactNode, useId } from 'react';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { classes } from '../../base/classes.ts';
import { VisuallyHidden } from '../../design/basic/text/visually-hidden.tsx';
import { useFormSettings, useFrame } from '../context/form-context.tsx';
import { groupId } from '../context/ids.ts';
import { Question } from '../question/question.tsx';
import { itemText } from '../text/item-text.tsx';
import type { Column, Grid } from './group-columns.ts';
import { roles } from './table-roles.ts';
import styles from './tables.module.css';

export interface GroupTableProps {
  readonly grid: Grid;
  readonly labelledBy: string | undefined;
  /** What a row's head says, where it isn't the row's own text. */
  readonly rowTitle?: ((index: number) => ReactNode) | undefined;
  readonly rowActions?: ((node: NodeId, index: number) => ReactNode) | undefined;
  /** What actions are in the last column for. */
  readonly actionsTitle?: string | undefined;
  /** Groups in a cell, and what is nested under its question. */
  readonly renderItems: (nodes: readonly NodeId[]) => ReactNode;
}

/** From this many columns on, a table needs more than the reading column. */
const sizeOf = (columns: number) => (columns > 4 ? styles.large : columns > 2 ? styles.medium : styles.small);

/** Groups as rows and their questions as columns; where there is no room for that, each row is a card. The controls are the same. */
export function GroupTable({
  grid,
  labelledBy,
  rowTitle,
  rowActions,
  actionsTitle,
  renderItems,
}: GroupTableProps) {
  const { lang } = useFormSettings();
  const id = useId();
  return (
    <div className={styles.frame}>
      <table
        {...roles.table}
        className={classes(styles.table, sizeOf(grid.columns.length))}
        aria-labelledby={labelledBy}
      >
        <thead {...roles.rowgroup} className={styles.head}>
          <tr {...roles.row}>
            <td {...roles.cell} className={styles.corner} />
            {grid.columns.map((column, index) => (
              <th
                key={column.key}
                {...roles.columnheader}
                id={`${id}-c${index}`}
                className={styles.columnHead}
                style={column.width === undefined ? undefined : { inlineSize: column.width }}
                lang={lang}
              >
                {column.text}
              </th>
            ))}
            {rowActions && (
              <th {...roles.columnheader} className={styles.columnHead}>
                <VisuallyHidden>{actionsTitle}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className={styles.body}>
          {grid.rows.map((row, index) => (
            <GroupRow
              key={row.node}
              tableId={id}
              node={row.node}
              cells={row.cells}
              columns={grid.columns}
              title={rowTitle?.(index)}
              actions={rowActions?.(row.node, index)}
              hasActions={rowActions !== undefined}
              renderItems={renderItems}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GroupRowProps {
  readonly tableId: string;
  readonly node: NodeId;
  readonly cells: ReadonlyMap<string, NodeId>;
  readonly columns: readonly Column[];
  readonly title: ReactNode;
  readonly actions: ReactNode;
  readonly hasActions: boolean;
  readonly renderItems: (nodes: readonly NodeId[]) => ReactNode;
}

function GroupRow({ tableId, node, cells, columns, title, actions, hasActions, renderItems }: GroupRowProps) {
  const { form, lang } = useFormSettings();
  const frame = useFrame(form, node);
  if (!frame?.enabled || frame.hidden) return null;
  const id = groupId(node);
  return (
    <tr {...roles.row} id={id} tabIndex={-1} className={styles.row}>
      <th {...roles.rowheader} id={`${id}-head`} className={styles.rowHead} lang={lang}>
        {title ?? itemText(frame)}
      </th>
      {columns.map((column, index) => {
        const cell = cells.get(column.key);
        return (
          <td
            key={column.key}
            {...roles.cell}
            className={classes(styles.cell, cell === undefined && styles.blank)}
          >
            {cell !== undefined && (
              <Cell
                node={cell}
                label={column.text}
                labelledBy={`${id}-head ${tableId}-c${index}`}
                renderItems={renderItems}
              />
            )}
          </td>
        );
      })}
      {hasActions && (
        <td {...roles.cell} className={styles.actions}>
          {actions}
        </td>
      )}
    </tr>
  );
}

interface CellProps {
  readonly node: NodeId;
  readonly label: string;
  readonly labelledBy: string;
  readonly renderItems: (nodes: readonly NodeId[]) => ReactNode;
}

function Cell({ node, label, labelledBy, renderItems }: CellProps) {
  const { form, lang, whole } = useFormSettings();
  const frame = useFrame(form, node);
  if (!frame?.enabled || frame.hidden || (frame.calculated && !whole)) return null;
  const below = frame.kind === 'group' ? frame.children : [];
  return (
    <>
      {/* Read with the control already, by the heads of row and column. */}
      <span className={styles.cellLabel} aria-hidden="true" lang={lang}>
        {label}
      </span>
      {frame.kind === 'question' ? (
        <Question node={node} labelledBy={labelledBy} compact />
      ) : (
        renderItems(below)
      )}
    </>
  );
}
