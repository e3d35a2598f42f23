/** Which columns a table of groups has. Read once per table from what doesn't change while the form is open. */
import type { QuestionnaireItem } from 'fhir/r4.js';
import type { Form, NodeId, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { columnWidth, shortText } from '../values/item-layout.ts';

export interface Column {
  readonly key: string;
  readonly text: string;
  readonly width: string | undefined;
}

/** Position of each cell's column, by node. */
export interface Row {
  readonly node: NodeId;
  readonly cells: ReadonlyMap<string, NodeId>;
}

export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const headText = (state: Pick<NodeState, 'item' | 'text'>): string =>
  state.text === state.item.text ? (shortText(state.item) ?? state.text) : state.text;

const width = (item: QuestionnaireItem) => columnWidth(item);

function childStates(form: Form, node: NodeId): readonly NodeState[] {
  return (form.read(node)?.children ?? [])
    .flatMap((child) => form.read(child) ?? [])
    .filter(({ hidden }) => !hidden);
}

/** gtable: each instance is a row, its questions are the columns. */
export function instanceGrid(form: Form, instances: readonly NodeId[]): Grid {
  const columns = new Map<string, Column>();
  const rows = instances.map((node) => {
    const cells = new Map<string, NodeId>();
    for (const state of childStates(form, node)) {
      if (state.kind === 'display' || cells.has(state.linkId)) continue;
      cells.set(state.linkId, state.id);
      if (!columns.has(state.linkId)) {
        columns.set(state.linkId, { key: state.linkId, text: headText(state), width: width(state.item) });
      }
    }
    return { node, cells };
  });
  return { columns: [...columns.values()], rows };
}

/**
 * grid: each child group is a row. Rows needn't have the same questions: those of one text share a column, and a question without a
 * text goes by the display before it.
 */
export function rowGrid(form: Form, groups: readonly NodeId[]): Grid {
  const columns = new Map<string, Column>();
  const rows = groups.map((node) => {
    const cells = new Map<string, NodeId>();
    let said = '';
    for (const state of childStates(form, node)) {
      if (state.kind === 'display') {
        said = state.text;
        continue;
      }
      const text = headText(state) || said;
      let key = text;
      for (let nth = 2; cells.has(key); nth += 1) key = `${text} ${nth}`;
      cells.set(key, state.id);
      if (!columns.has(key)) columns.set(key, { key, text, width: width(state.item) });
    }
    return { node, cells };
  });
  return { columns: [...columns.values()], rows };
}
