import { callOf, type Syntax, stringLiteral, term } from './syntax.ts';

/** Whether a node is the name `linkId`, or `$this.linkId`. */
function isLinkId(node: Syntax): boolean {
  const inner = term(node);
  if (inner.type === 'MemberInvocation') return inner.text === 'linkId';
  const [from, member] = inner.children;
  return (
    inner.type === 'InvocationExpression' &&
    from !== undefined &&
    member !== undefined &&
    term(from).type === 'ThisInvocation' &&
    isLinkId(member)
  );
}

/** Texts of `('a' | 'b')`. */
function textsOf(node: Syntax): readonly string[] | undefined {
  const inner = term(node);
  const text = stringLiteral(inner);
  if (text !== undefined) return [text];
  if (inner.type !== 'UnionExpression') return undefined;
  const parts = inner.children.map(textsOf);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

/** The linkIds that a criterion asks for and nothing else: `linkId = 'a'`, joined by `or`, or `linkId in ('a' | 'b')`. */
function pureFilter(node: Syntax): readonly string[] | undefined {
  const inner = term(node);
  const [left, right] = inner.children;
  if (left === undefined || right === undefined) return undefined;
  if (inner.type === 'OrExpression' && inner.text === 'or') {
    const [one, other] = [pureFilter(left), pureFilter(right)];
    return one === undefined || other === undefined ? undefined : [...one, ...other];
  }
  if (inner.type === 'EqualityExpression' && inner.text === '=') {
    const text = isLinkId(left) ? stringLiteral(right) : isLinkId(right) ? stringLiteral(left) : undefined;
    return text === undefined ? undefined : [text];
  }
  if (inner.type !== 'MembershipExpression') return undefined;
  if (inner.text === 'in' && isLinkId(left)) return textsOf(right);
  return inner.text === 'contains' && isLinkId(right) ? textsOf(left) : undefined;
}

function conjuncts(node: Syntax): readonly Syntax[] {
  const inner = term(node);
  return inner.type === 'AndExpression' ? inner.children.flatMap(conjuncts) : [inner];
}

/** A path of names that is empty where one of them is. */
function isPlainPath(node: Syntax): boolean {
  const inner = term(node);
  if (inner.type === 'MemberInvocation' || inner.type === 'ThisInvocation') return true;
  return inner.type === 'InvocationExpression' && inner.children.every(isPlainPath);
}

/**
 * Whether a condition can be asked of any item without failing: `and` asks both of its sides of every item, so one that fails elsewhere
 * would count.
 */
function isTotal(node: Syntax): boolean {
  const inner = term(node);
  const [left, right] = inner.children;
  if (left === undefined || right === undefined) return false;
  if (inner.type === 'AndExpression' || inner.type === 'OrExpression') return isTotal(left) && isTotal(right);
  if (inner.type === 'EqualityExpression') {
    const isText = (side: Syntax) => ['StringLiteral', 'BooleanLiteral'].includes(term(side).type);
    return (isPlainPath(left) && isText(right)) || (isText(left) && isPlainPath(right));
  }
  const call = callOf(right);
  if (inner.type !== 'InvocationExpression' || call === undefined || call.parameters.length > 0) return false;
  if (call.name === 'not') return isTotal(left);
  return (call.name === 'exists' || call.name === 'empty') && isPlainPath(left);
}

export interface LinkIdFilter {
  readonly linkIds: ReadonlySet<string> | undefined;
  /** What else is asked, and of which items: of those with these linkIds, as far as it matters, or of every one. */
  readonly others: readonly Syntax[];
  readonly ofAll: boolean;
}

/** Reads the criterion of `where` or `exists`. */
export function linkIdFilter(criterion: Syntax): LinkIdFilter {
  const parts = conjuncts(criterion).map((part) => ({ part, linkIds: pureFilter(part) }));
  const filter = parts.find(({ linkIds }) => linkIds !== undefined);
  const others = parts.filter(({ linkIds }) => linkIds === undefined).map(({ part }) => part);
  return {
    linkIds: filter?.linkIds === undefined ? undefined : new Set(filter.linkIds),
    others,
    ofAll: filter === undefined || !others.every(isTotal),
  };
}
