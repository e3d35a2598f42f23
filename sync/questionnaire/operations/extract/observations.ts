import {
  booleanExtension,
  extensionOf,
  extensionsOf,
  isObject,
  type JsonObject,
  objectsOf,
  stringOf,
} from '../../model/fhir-json.ts';
import * as url from '../../model/sdc-extensions.ts';
import type { IssueList } from '../shared/operation-issues.ts';
import { bundleEntry, type Entry } from './bundle-entry.ts';
import type { Evaluation, Variables } from './evaluation.ts';
import { observationValue } from './observation-value.ts';
import { answerValue, below, type Place, referenceTo } from './response-places.ts';

type Relationship = 'component' | 'member' | 'derived' | 'independent';

/** How an item's answers become Observations; handed down to the items below. */
interface Inherited {
  readonly extract: boolean;
  /** An item said false: nothing below it is extracted, whatever it says. */
  readonly excluded: boolean;
  readonly categories: readonly unknown[];
  readonly subject: unknown;
  readonly parent: Draft | undefined;
  readonly variables: Variables;
}

/** An Observation that items below may still add to. */
interface Draft {
  readonly place: Place;
  readonly variables: Variables;
  readonly fullUrl: string;
  readonly observation: Record<string, unknown>;
  readonly hasMember: JsonObject[];
  readonly component: JsonObject[];
  readonly derivedFrom: JsonObject[];
}

interface Marked {
  readonly extract: boolean;
  readonly explicit: boolean;
  readonly relationship: Relationship | undefined;
}

const RELATIONSHIPS: readonly Relationship[] = ['component', 'member', 'derived', 'independent'];

function marks(source: JsonObject, inherited: boolean): Marked {
  const addresses = [url.OBSERVATION_EXTRACT, ...(url.OLDER_ADDRESSES[url.OBSERVATION_EXTRACT] ?? [])];
  const extension = extensionOf(source, ...addresses);
  const relationship = RELATIONSHIPS.find((known) => known === extension?.valueCode);
  const stated = relationship === undefined ? extension?.valueBoolean : true;
  return {
    extract: typeof stated === 'boolean' ? stated : inherited,
    explicit: typeof stated === 'boolean',
    relationship,
  };
}

/** All codes of an item, or those that the author has picked (SDC: one marked code leaves the others out). */
function codesOf(source: JsonObject): readonly JsonObject[] {
  const addresses = [url.OBSERVATION_EXTRACT, ...(url.OLDER_ADDRESSES[url.OBSERVATION_EXTRACT] ?? [])];
  const codes = objectsOf(source.code);
  const picked = codes.filter((code) => booleanExtension(code, ...addresses));
  return (picked.length > 0 ? picked : codes).map(({ extension: _extension, ...code }) => code);
}

function categoriesOf(source: JsonObject, inherited: readonly unknown[]): readonly unknown[] {
  const own = extensionsOf(source, url.OBSERVATION_EXTRACT_CATEGORY).flatMap(({ valueCodeableConcept }) =>
    isObject(valueCodeableConcept) ? [valueCodeableConcept] : [],
  );
  return own.length > 0 ? own : inherited;
}

/** SDC isSubject: the answer is whom its siblings, and what is below them, are about. */
function subjectAmong(places: readonly Place[], inherited: unknown): unknown {
  const chosen = places.find((place) => booleanExtension(place.source, url.IS_SUBJECT));
  const [answer] = chosen?.answers ?? [];
  const read = answer && answerValue(answer.element);
  return read?.suffix === 'Reference' ? read.value : inherited;
}

/** FHIR's instant: to the second at least, with an offset. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function about(
  response: JsonObject,
  subject: unknown,
  categories: readonly unknown[],
): Record<string, unknown> {
  const authored = stringOf(response.authored);
  const author = isObject(response.author) ? response.author : undefined;
  // R4 doesn't let a device perform an Observation.
  const performer =
    author !== undefined && stringOf(author.reference)?.startsWith('Device/') !== true ? author : undefined;
  return {
    ...(response.basedOn === undefined ? {} : { basedOn: response.basedOn }),
    ...(response.partOf === undefined ? {} : { partOf: response.partOf }),
    status: 'final',
    ...(categories.length === 0 ? {} : { category: categories }),
    code: undefined,
    ...(subject === undefined ? {} : { subject }),
    ...(response.encounter === undefined ? {} : { encounter: response.encounter }),
    ...(authored === undefined ? {} : { effectiveDateTime: authored }),
    ...(authored !== undefined && INSTANT.test(authored) ? { issued: authored } : {}),
    ...(performer === undefined ? {} : { performer: [performer] }),
  };
}

/**
 * Observation-based extraction (SDC, Form Data Extraction): each answer of a marked item with a code is an Observation, a part of one, or related to
 * one, as the item says; `member` where it doesn't. A group with a code is a panel, if anything below it was answered.
 */
export function extractObservations(
  root: Place,
  evaluation: Evaluation,
  rootVariables: Variables,
  issues: IssueList,
): readonly Entry[] {
  const response = root.element;
  const drafts: Draft[] = [];

  function begin(place: Place, name: string, codes: readonly JsonObject[], inherited: Inherited): Draft {
    const observation = about(response, inherited.subject, inherited.categories);
    observation.code = { coding: codes };
    const described = extensionOf(place.source, url.OBSERVATION_EXTRACT_ENTRY);
    const { fullUrl } = bundleEntry(
      evaluation,
      place,
      inherited.variables,
      described,
      evaluation.urn(name, 'observation'),
      { resourceType: 'Observation' },
    );
    const source = referenceTo(response);
    const draft: Draft = {
      place,
      variables: inherited.variables,
      fullUrl,
      observation,
      hasMember: [],
      component: [],
      derivedFrom: source === undefined ? [] : [source],
    };
    drafts.push(draft);
    return draft;
  }

  function relate(draft: Draft, relationship: Relationship | undefined, parent: Draft | undefined): void {
    if (parent === undefined) return;
    if (relationship === 'derived') draft.derivedFrom.push({ reference: parent.fullUrl });
    else if (relationship === undefined || relationship === 'member')
      parent.hasMember.push({ reference: draft.fullUrl });
  }

  function visitAll(places: readonly Place[], inherited: Inherited): void {
    const subject = subjectAmong(places, inherited.subject);
    for (const place of places) visit(place, { ...inherited, subject });
  }

  function unextractable(place: Place, code: 'required' | 'not-supported', diagnostics: string): void {
    const linkId = place.item?.linkId ?? '';
    issues.add({
      severity: 'warning',
      code,
      diagnostics: `${diagnostics} (linkId "${linkId}")`,
      expression: place.item?.path ?? 'Questionnaire',
    });
  }

  function visit(place: Place, outer: Inherited): void {
    const marked = marks(place.source, outer.extract);
    const excluded = outer.excluded || (marked.explicit && !marked.extract);
    const codes = codesOf(place.source);
    const inherited: Inherited = {
      ...outer,
      excluded,
      extract: marked.extract,
      categories: categoriesOf(place.source, outer.categories),
      variables: evaluation.variablesAt(place, outer.variables),
    };
    const wanted = marked.extract && !excluded;
    if (wanted && codes.length === 0 && marked.explicit && place.answers.length > 0)
      unextractable(place, 'required', 'the item has no code, so that no Observation can be made of it');
    if (!wanted || codes.length === 0 || place.item?.kind === 'display') {
      visitAll(below(place), inherited);
      return;
    }
    if (place.item?.kind === 'group') group(place, codes, marked, inherited);
    else question(place, codes, marked, inherited);
  }

  function group(place: Place, codes: readonly JsonObject[], marked: Marked, inherited: Inherited): void {
    const position = drafts.length;
    const draft = begin(place, place.key, codes, inherited);
    visitAll(below(place), { ...inherited, parent: draft });
    const empty = draft.hasMember.length === 0 && draft.component.length === 0;
    if (
      empty &&
      !drafts.some((other) => other.derivedFrom.some(({ reference }) => reference === draft.fullUrl))
    ) {
      drafts.splice(position, 1);
      return;
    }
    relate(draft, marked.relationship === 'component' ? 'member' : marked.relationship, inherited.parent);
  }

  function question(place: Place, codes: readonly JsonObject[], marked: Marked, inherited: Inherited): void {
    for (const [index, answer] of place.answers.entries()) {
      const value = observationValue(place.source, answer.element);
      const { parent } = inherited;
      if (value === undefined) {
        if (answerValue(answer.element) !== undefined)
          unextractable(
            place,
            'not-supported',
            'an Observation takes no attachment and no reference as its value',
          );
        visitAll(answer.children, inherited);
      } else if (marked.relationship === 'component' && parent !== undefined) {
        parent.component.push({ code: { coding: codes }, ...value });
        visitAll(answer.children, inherited);
      } else {
        if (marked.relationship === 'component')
          unextractable(place, 'required', 'the item is a component, and nothing above it is an Observation');
        const draft = begin(place, index === 0 ? place.key : answer.key, codes, inherited);
        Object.assign(draft.observation, value);
        relate(draft, marked.relationship, parent);
        visitAll(answer.children, { ...inherited, parent: draft });
      }
    }
  }

  const start = marks(root.source, false);
  visitAll(below(root), {
    extract: start.extract,
    excluded: false,
    categories: categoriesOf(root.source, []),
    subject: isObject(response.subject) ? response.subject : undefined,
    parent: undefined,
    variables: rootVariables,
  });
  return drafts.map(({ place, variables, fullUrl, observation, hasMember, component, derivedFrom }) =>
    bundleEntry(
      evaluation,
      place,
      variables,
      extensionOf(place.source, url.OBSERVATION_EXTRACT_ENTRY),
      fullUrl,
      {
        resourceType: 'Observation',
        ...observation,
        ...(hasMember.length === 0 ? {} : { hasMember }),
        ...(derivedFrom.length === 0 ? {} : { derivedFrom }),
        ...(component.length === 0 ? {} : { component }),
      },
    ),
  );
}
