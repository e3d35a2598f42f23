import type { Form, NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { placeOf } from '../values/item-layout.ts';

export interface FormPage {
  /** The group that is the page. */
  readonly node: NodeId;
  /** The page, and what is loose beside it: after a page, or before the first one. */
  readonly nodes: readonly NodeId[];
}

export interface FormParts {
  readonly header: readonly NodeId[];
  readonly footer: readonly NodeId[];
  readonly body: readonly NodeId[];
  /** None where the form has no pages. */
  readonly pages: readonly FormPage[];
}

/** Where the parts of a form are: headers above and footers below every page (questionnaire-item-control). */
export function formParts(form: Form, nodes: readonly NodeId[]): FormParts {
  const header: NodeId[] = [];
  const footer: NodeId[] = [];
  const body: NodeId[] = [];
  for (const node of nodes) {
    const item = form.read(node)?.item;
    const place = item ? placeOf(item) : 'body';
    (place === 'header' ? header : place === 'footer' ? footer : body).push(node);
  }
  const pages: { node: NodeId; nodes: NodeId[] }[] = [];
  const loose: NodeId[] = [];
  for (const node of pagedNodes(form, body)) {
    const item = form.read(node)?.item;
    if (item?.type === 'group' && placeOf(item) === 'page')
      pages.push({ node, nodes: [...loose.splice(0), node] });
    else if (pages.length === 0) loose.push(node);
    else pages.at(-1)?.nodes.push(node);
  }
  return { header, footer, body, pages };
}

/** A single group around everything often holds the pages. */
function pagedNodes(form: Form, body: readonly NodeId[]): readonly NodeId[] {
  const [only] = body;
  const state = body.length === 1 && only !== undefined ? form.read(only) : undefined;
  const inside =
    state?.kind === 'group' && !state.repeats && placeOf(state.item) !== 'page' ? state.children : [];
  const isPage = (node: NodeId) => {
    const item = form.read(node)?.item;
    return item !== undefined && placeOf(item) === 'page';
  };
  return inside.some(isPage) ? inside : body;
}
