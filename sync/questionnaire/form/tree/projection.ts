import type { QuestionnaireResponse, QuestionnaireResponseItem, Signature } from 'fhir/r4.js';
import type { AnswerValue, NodeId } from '../../model/contract.ts';
import type { PlanItem } from '../../plan/plan.ts';
import type { Program } from '../../plan/program.ts';
import { below, isWithin } from '../../plan/reads.ts';
import { signatureExtension } from '../../plan/signature.ts';
import { textIn } from '../../values/language.ts';
import { findOption } from '../../values/options.ts';
import { answerElement, isBlank } from '../../values/values.ts';
import { computedText, effectiveItem } from './effective-item.ts';
import { type Container, containersOf, type InstanceTree, type NodeRecord } from './instances.ts';

export interface Projection {
  readonly items: readonly QuestionnaireResponseItem[];
  /** FHIRPath of the element of each node that got one. */
  readonly paths: ReadonlyMap<NodeId, string>;
}

/** What was shown to the person who answered. */
export interface Shown {
  /** BCP 47; the form's own where undefined. */
  readonly language: string | undefined;
  readonly program: Program;
}

/** An answer with the label that was shown frozen into it; free text and unlisted codes stay as they are. */
export function frozen(
  options: PlanItem['options'],
  answer: AnswerValue,
  language: string | undefined,
  formLanguage: string | undefined,
): AnswerValue {
  if (answer.type !== 'Coding' || options === undefined) return answer;
  const option = findOption(options, answer);
  if (option?.value.type !== 'Coding' || option.value.value.display === undefined) return answer;
  const display = textIn(option.label, language, formLanguage);
  return { type: 'Coding', value: { ...answer.value, display } };
}

function hasContent(node: NodeRecord): boolean {
  if (!node.enabled || node.item.kind === 'display') return false;
  if (node.item.kind === 'question') return node.answers.some((answer) => !isBlank(answer));
  return containersOf(node).some(({ lists }) => lists.some((list) => list.some(hasContent)));
}

const readFromOutside = new WeakMap<PlanItem, boolean>();
/** Whether a condition of an item elsewhere reads a question of the group: that of the nearest instance. */
function isReadFromOutside(group: PlanItem): boolean {
  const known = readFromOutside.get(group);
  if (known !== undefined) return known;
  const isRead = [...below(group)].some(({ dependants }) =>
    dependants.some(({ reader }) => !isWithin(reader, group)),
  );
  readFromOutside.set(group, isRead);
  return isRead;
}

/**
 * Whether an instance without content is what a condition outside of its group reads: then it stands in the response, empty, so that
 * a judge of the response doesn't take another one for the nearest. Nearest are only the first and the last.
 */
function isSeen(node: NodeRecord, list: readonly NodeRecord[]): boolean {
  const { item, enabled } = node;
  if (!enabled || item.kind !== 'group' || !item.repeats) return false;
  return (node === list[0] || node === list.at(-1)) && isReadFromOutside(item) && list.some(hasContent);
}

/**
 * Projects the instance tree onto QuestionnaireResponse.item: enabled answers only (SDC, Validation Expectations), groups with
 * content only (but see {@link isSeen}), repeating groups as several items, repeated answers in one (sdcqr-2), nested items under their answer.
 */
export function project(tree: InstanceTree, { language, program }: Shown): Projection {
  const paths = new Map<NodeId, string>();
  const formLanguage = tree.plan.language;

  function head(node: NodeRecord): Pick<QuestionnaireResponseItem, 'linkId' | 'text'> {
    const { linkId, text } = node.item;
    const shown = computedText(node, program) ?? (text && textIn(text, language, formLanguage));
    // FHIR has no blank texts: one that is computed may be.
    return shown === undefined || shown.trim() === '' ? { linkId } : { linkId, text: shown };
  }

  function projectNode(node: NodeRecord, path: string): QuestionnaireResponseItem | undefined {
    const { item } = node;
    if (!node.enabled || item.kind === 'display') return undefined;
    if (item.kind === 'group') {
      const children = projectContainer(node.inner, path);
      return children.length === 0 ? undefined : { ...head(node), item: children };
    }
    let count = 0;
    const answer = node.answers.flatMap((value, index) => {
      if (isBlank(value)) return [];
      const slot = node.slots[index];
      const nested = slot === undefined ? [] : projectContainer(slot, `${path}.answer[${count}]`);
      count += 1;
      const element = answerElement(
        frozen(effectiveItem(node, program).options, value, language, formLanguage),
      );
      return [nested.length === 0 ? element : { ...element, item: nested }];
    });
    return answer.length === 0 ? undefined : { ...head(node), answer };
  }

  function projectContainer(container: Container, prefix: string): QuestionnaireResponseItem[] {
    const items: QuestionnaireResponseItem[] = [];
    for (const list of container.lists) {
      for (const node of list) {
        const path = `${prefix}.item[${items.length}]`;
        const item = projectNode(node, path);
        if (item !== undefined) {
          items.push(item);
          paths.set(node.id, path);
        } else if (isSeen(node, list)) items.push(head(node));
      }
    }
    return items;
  }

  return { items: projectContainer(tree.root, 'QuestionnaireResponse'), paths };
}

/** The whole response around the projection. */
export function projectResponse(
  tree: InstanceTree,
  shown: Shown,
  signature: Signature | undefined,
  about: Pick<QuestionnaireResponse, 'status' | 'authored' | 'subject' | 'author'> = {
    status: 'in-progress',
  },
): QuestionnaireResponse {
  const { plan } = tree;
  const { language } = shown;
  const { items } = project(tree, shown);
  return {
    resourceType: 'QuestionnaireResponse',
    ...(language === undefined ? {} : { language }),
    ...(signature === undefined ? {} : { extension: [signatureExtension(signature)] }),
    ...(plan.url === undefined ? {} : { questionnaire: plan.canonical }),
    ...about,
    ...(items.length === 0 ? {} : { item: [...items] }),
  };
}
