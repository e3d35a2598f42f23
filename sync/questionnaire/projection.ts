import type { QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4.js';
import type { AnswerValue, NodeId } from './contract.ts';
import type { Container, InstanceTree, NodeRecord } from './instances.ts';
import { textIn } from './language.ts';
import { findOption } from './options.ts';
import type { PlanItem } from './plan.ts';
import { answerElement, isBlank } from './values.ts';

export interface Projection {
  readonly items: readonly QuestionnaireResponseItem[];
  /** FHIRPath of the element of each node that got one. */
  readonly paths: ReadonlyMap<NodeId, string>;
}

/** An answer with the label that was shown frozen into it; free text and unlisted codes stay as they are. */
function frozen(
  item: PlanItem,
  answer: AnswerValue,
  language: string | undefined,
  formLanguage: string | undefined,
): AnswerValue {
  if (answer.type !== 'Coding' || item.options === undefined) return answer;
  const option = findOption(item.options, answer);
  if (option?.value.type !== 'Coding' || option.value.value.display === undefined) return answer;
  const display = textIn(option.label, language, formLanguage);
  return { type: 'Coding', value: { ...answer.value, display } };
}

/**
 * Projects the instance tree onto QuestionnaireResponse.item: enabled answers only (SDC, Validation Expectations), groups with
 * content only, repeating groups as several items, repeated answers in one (sdcqr-2), nested items under their answer.
 */
export function project(tree: InstanceTree, language: string | undefined): Projection {
  const paths = new Map<NodeId, string>();
  const formLanguage = tree.plan.language;

  function head(item: PlanItem): Pick<QuestionnaireResponseItem, 'linkId' | 'text'> {
    const { linkId, text } = item;
    return text === undefined ? { linkId } : { linkId, text: textIn(text, language, formLanguage) };
  }

  function projectNode(node: NodeRecord, path: string): QuestionnaireResponseItem | undefined {
    const { item } = node;
    if (!node.enabled || item.kind === 'display') return undefined;
    if (item.kind === 'group') {
      const children = projectContainer(node.inner, path);
      return children.length === 0 ? undefined : { ...head(item), item: children };
    }
    let count = 0;
    const answer = node.answers.flatMap((value, index) => {
      if (isBlank(value)) return [];
      const slot = node.slots[index];
      const nested = slot === undefined ? [] : projectContainer(slot, `${path}.answer[${count}]`);
      count += 1;
      const element = answerElement(frozen(item, value, language, formLanguage));
      return [nested.length === 0 ? element : { ...element, item: nested }];
    });
    return answer.length === 0 ? undefined : { ...head(item), answer };
  }

  function projectContainer(container: Container, prefix: string): QuestionnaireResponseItem[] {
    const items: QuestionnaireResponseItem[] = [];
    for (const list of container.lists) {
      for (const node of list) {
        const path = `${prefix}.item[${items.length}]`;
        const item = projectNode(node, path);
        if (item === undefined) continue;
        items.push(item);
        paths.set(node.id, path);
      }
    }
    return items;
  }

  return { items: projectContainer(tree.root, 'QuestionnaireResponse'), paths };
}

/** The whole response around the projection. */
export function projectResponse(
  tree: InstanceTree,
  language: string | undefined,
  about: Pick<QuestionnaireResponse, 'status' | 'authored' | 'subject' | 'author'> = {
    status: 'in-progress',
  },
): QuestionnaireResponse {
  const { plan } = tree;
  const { items } = project(tree, language);
  return {
    resourceType: 'QuestionnaireResponse',
    ...(language === undefined ? {} : { language }),
    ...(plan.url === undefined ? {} : { questionnaire: plan.canonical }),
    ...about,
    ...(items.length === 0 ? {} : { item: [...items] }),
  };
}
