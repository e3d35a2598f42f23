import type { ExpressionReads } from '../model/contract.ts';
import { type LinkIdFilter, linkIdFilter } from './linkid-filter.ts';
import { allSyntax, type Call, callOf, type Syntax, stringLiteral, term, unquoted } from './syntax.ts';

/**
 * What an expression reads, found by running it on descriptions of places instead of on data.
 *
 * A place is *read* where its content can decide the result; places that are only passed on the way down are *structure*. The rule that
 * this keeps: take any response, leave away items that neither are read, nor stand below or above one that is (of those above, the
 * linkId is enough; the response's own elements stay), and the expression gives the same result. So a step that would notice what is
 * missing (counting, taking the first, comparing) reads all that it works on, while following `item` and filtering by linkId doesn't.
 */
interface Place {
  readonly origin: 'resource' | 'context';
  /** `answers` and `nodes` stand for what `answer` and `descendants()` give. */
  readonly kind: 'root' | 'items' | 'answers' | 'nodes';
  /** Reading these linkIds with all below them reads this place. Undefined: only reading everything does. */
  readonly linkIds: ReadonlySet<string> | undefined;
  /** Exactly one element, as a lambda sees it. */
  readonly single: boolean;
  /** Went through `repeat`, which drops equal elements: those that are alike only because something is missing, too. */
  readonly distinct: boolean;
}

/** Places that aren't read yet. What was read, or comes from elsewhere, is no place: nothing about it can be missing. */
type Places = readonly Place[];

const NOWHERE: Places = [];

/** Names behind % that FHIRPath, FHIR and SDC define for every expression. */
const RESERVED = /^(resource|rootResource|context|questionnaire|qitem|ucum|sct|loinc|vs-.*|ext-.*)$/s;

/** Elements of a response; an item has none of these names. */
const OF_RESPONSE =
  /^(resourceType|meta|implicitRules|language|contained|identifier|basedOn|partOf|questionnaire|status|subject|encounter|authored|author|source)$/;
const TYPES = /^(QuestionnaireResponse|Resource|DomainResource)$/;
const CLOCK = /^(now|today|timeOfDay)$/;
/** Their parameter is asked of each item; the result needs to know how many there are. */
const PER_ITEM = /^(all|aggregate|sort)$/;
/** Their parameter is the name of a type. */
const NAMES_TYPE = /^(ofType|is|as)$/;
/** Functions that are empty where their input is, so that a missing item shows only in what is found below it. */
const EMPTY_WHERE_EMPTY =
  /^(where|select|first|last|tail|take|skip|single|ofType|as|distinct|descendants|children|repeat|extension|combine|union)$/;
/** Of these, those whose parameter could make something of nothing. */
const MAKES_MORE = /^(select|repeat|combine|union)$/;
/** More rounds than there are kinds of places; ends a repeat that never settles. */
const MAX_ROUNDS = 8;

interface Scope {
  readonly self: Places;
  /** Inside of `repeat`, where dropping equal elements changes nothing. */
  readonly repeating: boolean;
}

function samePlaces(left: Places, right: Places): boolean {
  const texts = (places: Places) =>
    [...new Set(places.map((place) => JSON.stringify([place, [...(place.linkIds ?? [])].sort()])))]
      .sort()
      .join();
  return texts(left) === texts(right);
}

function usesIndex(node: Syntax): boolean {
  return allSyntax(node).some(({ type }) => type === 'IndexInvocation' || type === 'TotalInvocation');
}

function isEmptyWhereEmpty(node: Syntax): boolean {
  const inner = term(node);
  if (inner.type === 'MemberInvocation' || inner.type === 'ThisInvocation') return true;
  if (inner.type === 'InvocationExpression') return inner.children.every(isEmptyWhereEmpty);
  if (inner.type === 'UnionExpression') return inner.children.every(isEmptyWhereEmpty);
  if (inner.type === 'IndexerExpression') return inner.children.slice(0, 1).every(isEmptyWhereEmpty);
  const call = callOf(inner);
  if (call === undefined || !EMPTY_WHERE_EMPTY.test(call.name)) return false;
  return !MAKES_MORE.test(call.name) || call.parameters.every(isEmptyWhereEmpty);
}

/** One run of the analysis over one expression. */
class Analysis {
  readonly read = { resource: new Set<string>(), context: new Set<string>() };
  readonly all = { resource: false, context: false };
  clock = false;

  consume(places: Places): Places {
    for (const { origin, linkIds } of places) {
      if (linkIds === undefined) this.all[origin] = true;
      else for (const linkId of linkIds) this.read[origin].add(linkId);
    }
    return NOWHERE;
  }

  root(origin: Place['origin']): Places {
    return [{ origin, kind: 'root', linkIds: undefined, single: true, distinct: false }];
  }

  evaluate(node: Syntax, focus: Places, scope: Scope): Places {
    const parts = node.children;
    switch (node.type) {
      case 'EntireExpression':
      case 'TermExpression':
      case 'InvocationTerm':
      case 'ParenthesizedTerm':
        return parts[0] === undefined ? NOWHERE : this.evaluate(parts[0], focus, scope);
      case 'InvocationExpression':
        return parts.reduce((places, part) => this.evaluate(part, places, scope), focus);
      case 'LiteralTerm':
      case 'IndexInvocation':
      case 'TotalInvocation':
        return NOWHERE;
      case 'ThisInvocation':
        return scope.self;
      case 'ExternalConstantTerm': {
        const name = unquoted(node.text);
        if (name === 'resource' || name === 'rootResource') return this.root('resource');
        return name === 'context' ? this.root('context') : NOWHERE;
      }
      case 'MemberInvocation':
        return focus.flatMap((place) => this.member(place, unquoted(node.text)));
      case 'FunctionInvocation': {
        const call = callOf(node);
        return call === undefined ? NOWHERE : this.call(call, focus, scope);
      }
      case 'IndexerExpression': {
        const [list, index] = parts;
        if (list !== undefined) this.consume(this.evaluate(list, focus, scope));
        if (index !== undefined) this.consume(this.evaluate(index, focus, scope));
        return NOWHERE;
      }
      case 'UnionExpression': {
        const joined = parts.flatMap((part) => this.evaluate(part, scope.self, scope));
        return scope.repeating ? joined : this.consume(joined);
      }
      default:
        // Operators, and whatever else the grammar has: they look at all of each operand. A type's name is no operand.
        for (const part of parts)
          if (part.type !== 'TypeSpecifier')
            this.consume(this.evaluate(part, scope.self, { ...scope, repeating: false }));
        return NOWHERE;
    }
  }

  member(place: Place, name: string): Places {
    const below = { ...place, single: false };
    if (place.kind === 'root') {
      if (name === 'item') return [{ ...below, kind: 'items' }];
      if (TYPES.test(name)) return [place];
      if (place.origin === 'resource' || OF_RESPONSE.test(name)) return NOWHERE;
      if (name === 'linkId') return NOWHERE;
      return name === 'answer' ? [{ ...below, kind: 'answers' }] : this.consume([place]);
    }
    if (name === 'linkId' && place.single) return NOWHERE;
    if (place.distinct && !place.single) return this.consume([place]);
    if (name === 'item') return [{ ...below, kind: 'items' }];
    if (name === 'answer') return place.kind === 'answers' ? NOWHERE : [{ ...below, kind: 'answers' }];
    return this.consume([place]);
  }

  /** Runs a lambda once for each item that stands in a place. */
  each(node: Syntax, place: Place, repeating = false): Places {
    const self = [{ ...place, single: true }];
    return this.evaluate(node, self, { self, repeating });
  }

  where(criterion: Syntax, focus: Places): Places {
    const filter = linkIdFilter(criterion);
    if (focus.length === 0) return this.lambda(criterion, NOWHERE);
    return focus.flatMap((place): Places => {
      if (usesIndex(criterion)) {
        this.consume([place]);
        return this.lambda(criterion, NOWHERE);
      }
      if (place.kind === 'root') {
        this.consume(this.each(criterion, place));
        return [place];
      }
      return this.filtered(filter, place);
    });
  }

  filtered({ linkIds, others, ofAll }: LinkIdFilter, place: Place): Places {
    const kept = linkIds === undefined || place.kind === 'answers' ? place : { ...place, linkIds };
    for (const other of others) this.consume(this.each(other, ofAll ? place : kept));
    // An answer has no linkId.
    return linkIds !== undefined && place.kind === 'answers' ? NOWHERE : [kept];
  }

  /** A lambda over what can't miss anything: it may still read the response from its root. */
  lambda(node: Syntax, self: Places): Places {
    return this.consume(this.evaluate(node, self, { self, repeating: false }));
  }

  select(projection: Syntax, focus: Places): Places {
    if (focus.length === 0 || usesIndex(projection) || !isEmptyWhereEmpty(projection)) {
      const single = focus.filter((place) => place.single);
      this.consume(focus.filter((place) => !place.single));
      if (single.length === 0) return this.lambda(projection, NOWHERE);
      return single.flatMap((place) => this.each(projection, place));
    }
    return focus.flatMap((place) => {
      if (place.distinct && !place.single) {
        this.consume([place]);
        return this.lambda(projection, NOWHERE);
      }
      return this.each(projection, place).map((found) => ({ ...found, single: false }));
    });
  }

  repeat(projection: Syntax, focus: Places): Places {
    const isPath = isEmptyWhereEmpty(projection) && !usesIndex(projection);
    if (focus.length === 0 || !isPath || focus.some(({ distinct }) => distinct)) {
      this.consume(focus);
      return this.lambda(projection, NOWHERE);
    }
    let found: Places = NOWHERE;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const next = [...focus, ...found].flatMap((place) =>
        this.each(projection, { ...place, distinct: false }, true),
      );
      const distinct = next.map((place) => ({ ...place, single: false, distinct: true }));
      if (samePlaces(distinct, found)) return found;
      found = distinct;
    }
    return this.consume(found.map((place) => ({ ...place, linkIds: undefined })));
  }

  call({ name, parameters }: Call, focus: Places, scope: Scope): Places {
    const [first] = parameters;
    if (CLOCK.test(name)) {
      this.clock = true;
      return NOWHERE;
    }
    if (name === 'pathname') {
      // Tells positions, which what is missing changes.
      this.all.resource = true;
      this.all.context = true;
    }
    if (first !== undefined && name === 'where') return this.where(first, focus);
    if (first !== undefined && name === 'exists') return this.existsAmong(first, focus);
    if (first !== undefined && name === 'select') return this.select(first, focus);
    if (first !== undefined && name === 'repeat') return this.repeat(first, focus);
    if (name === 'descendants' || name === 'children') return focus.flatMap((place) => this.descend(place));
    if (name === 'trace') {
      for (const parameter of parameters) this.lambda(parameter, focus);
      return focus;
    }
    if (name === 'defineVariable') {
      // The variable may be used anywhere after, so all of it is read here.
      if (parameters.length < 2) this.consume(focus);
      for (const parameter of parameters) this.lambda(parameter, focus);
      return focus;
    }
    if (name === 'iif') {
      const known = focus.every(({ single }) => single) ? focus : this.consume(focus);
      const [condition, ...branches] = parameters;
      if (condition !== undefined) this.lambda(condition, known);
      return branches.flatMap((branch) => this.evaluate(branch, known, { self: known, repeating: false }));
    }
    if (first !== undefined && name === 'combine')
      return [...focus, ...this.evaluate(first, scope.self, scope)].map((place) => ({
        ...place,
        single: false,
      }));
    if (first !== undefined && name === 'union' && scope.repeating)
      return [...focus, ...this.evaluate(first, scope.self, scope)].map((place) => ({
        ...place,
        single: false,
      }));
    return this.whole(name, parameters, focus, scope);
  }

  /** `exists(criterion)`: with a filter by linkId, what the filter finds is read, else all that is asked. */
  existsAmong(criterion: Syntax, focus: Places): Places {
    if (linkIdFilter(criterion).linkIds === undefined) this.consume(focus.filter(({ single }) => !single));
    return this.consume(this.where(criterion, focus).filter(({ kind }) => kind !== 'root'));
  }

  /** Any other function looks at all of its input. */
  whole(name: string, parameters: readonly Syntax[], focus: Places, scope: Scope): Places {
    const isRoot = focus.every(({ kind }) => kind === 'root');
    // A response or an item that is there is there with whatever is left away.
    if (!(isRoot && parameters.length === 0 && /^(exists|empty|count)$/.test(name))) this.consume(focus);
    if (NAMES_TYPE.test(name)) return NOWHERE;
    for (const [index, parameter] of parameters.entries()) {
      // The start of aggregate sees what stands around the call, as parameters that are no lambdas do.
      if (PER_ITEM.test(name) && (name !== 'aggregate' || index === 0)) this.lambda(parameter, NOWHERE);
      else this.consume(this.evaluate(parameter, scope.self, { ...scope, repeating: false }));
    }
    return NOWHERE;
  }

  descend(place: Place): Places {
    return place.distinct && !place.single
      ? this.consume([place])
      : [{ ...place, kind: 'nodes', single: false }];
  }
}

/** Names behind `%` in an expression, without those that it defines itself. */
export function variablesOf(tree: Syntax): readonly string[] {
  const names = new Set<string>();
  const own = new Set<string>();
  for (const node of allSyntax(tree)) {
    if (node.type === 'ExternalConstantTerm') names.add(unquoted(node.text));
    const call = callOf(node);
    if (call?.name !== 'defineVariable' || call.parameters[0] === undefined) continue;
    const name = stringLiteral(call.parameters[0]);
    if (name !== undefined) own.add(name);
  }
  return [...names].filter((name) => !own.has(name));
}

export function readsOf(tree: Syntax): ExpressionReads {
  const analysis = new Analysis();
  const self = analysis.root('context');
  analysis.consume(analysis.evaluate(tree, self, { self, repeating: false }));
  return {
    resource: analysis.all.resource ? 'all' : analysis.read.resource,
    context: analysis.all.context ? 'all' : analysis.read.context,
    variables: new Set(variablesOf(tree).filter((name) => !RESERVED.test(name))),
    clock: analysis.clock,
  };
}
