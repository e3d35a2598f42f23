/** What an item's extensions say of its layout. Pure; the engine has judged the item's shape already. */
import type { Attachment, Element, Extension, QuestionnaireItem } from 'fhir/r4.js';
import { itemControlCodes } from './item-extensions.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/';

type Item = QuestionnaireItem;

function find(element: Element | undefined, ...urls: readonly string[]): Extension | undefined {
  return element?.extension?.find(({ url }) => urls.includes(url));
}

/** Group controls of questionnaire-item-control that change how the children are laid out. */
export type GroupLayout = 'list' | 'tabs' | 'gtable' | 'grid' | 'table' | 'htable';

export function groupLayout(item: Item): GroupLayout {
  for (const code of itemControlCodes(item)) {
    if (code === 'tab-container') return 'tabs';
    if (code === 'gtable' || code === 'grid' || code === 'table' || code === 'htable') return code;
  }
  return 'list';
}

/** Where an item of the form or of a page is, whatever its place in the order. */
export function placeOf(item: Item): 'header' | 'footer' | 'page' | 'tab' | 'body' {
  const codes = itemControlCodes(item);
  for (const place of ['header', 'footer', 'page', 'tab'] as const) if (codes.includes(place)) return place;
  return 'body';
}

/** Displays that belong to a control or a heading, and are shown with it. */
const DECORATIONS = ['help', 'flyover', 'prompt', 'unit', 'lower', 'upper', 'legal'] as const;
export type Decoration = (typeof DECORATIONS)[number];

export function decorationOf(item: Item): Decoration | undefined {
  if (item.type !== 'display') return undefined;
  const codes = itemControlCodes(item);
  return DECORATIONS.find((decoration) => codes.includes(decoration));
}

/** sdc-questionnaire-collapsible. */
export function collapsible(item: Item): 'open' | 'closed' | undefined {
  const code = find(
    item,
    `${SDC}sdc-questionnaire-collapsible`,
    `${CORE}questionnaire-collapsible`,
  )?.valueCode;
  return code === undefined ? undefined : code === 'default-closed' ? 'closed' : 'open';
}

/** An address that a link may lead to: a web page, mail or a telephone. */
export function safeHref(address: string | undefined): string | undefined {
  const trimmed = address?.trim() ?? '';
  return /^(https?:\/\/|mailto:|tel:)/i.test(trimmed) ? trimmed : undefined;
}

/** questionnaire-supportLink, which older forms call supportHyperlink. */
export function supportLinks(item: Item): readonly string[] {
  const urls = [`${CORE}questionnaire-supportLink`, `${CORE}questionnaire-supportHyperlink`];
  return (item.extension ?? []).flatMap((extension) =>
    urls.includes(extension.url) ? (safeHref(extension.valueUri ?? extension.valueUrl) ?? []) : [],
  );
}

export function itemMedia(item: Item): Attachment | undefined {
  return find(item, `${SDC}sdc-questionnaire-itemMedia`, `${CORE}questionnaire-itemMedia`)?.valueAttachment;
}

/** A short name for narrow places: heads of tables, tabs. */
export function shortText(item: Item): string | undefined {
  return find(item, `${SDC}sdc-questionnaire-shortText`)?.valueString;
}

/** Columns in which a group's children are side by side where there is room. */
export function columnCount(item: Item): number | undefined {
  const extension = find(item, `${SDC}sdc-questionnaire-columnCount`);
  const count = extension?.valuePositiveInt ?? extension?.valueInteger;
  return count !== undefined && count > 1 ? Math.min(count, 4) : undefined;
}

/** CSS length of sdc-questionnaire-width; per cent and pixels only. */
export function columnWidth(item: Item): string | undefined {
  const width = find(item, `${SDC}sdc-questionnaire-width`)?.valueQuantity;
  const { value } = width ?? {};
  if (value === undefined || !(value > 0)) return undefined;
  const unit = width?.code ?? width?.unit;
  if (unit === '%') return `${Math.min(value, 100)}%`;
  return unit === 'px' || unit === '[px]' ? `${value / 16}rem` : undefined;
}

/** rendering-xhtml, rendering-markdown and rendering-style of a text, where its author gave any. */
export interface Renderings {
  readonly xhtml: string | undefined;
  readonly markdown: string | undefined;
  readonly style: string | undefined;
}

export function renderings(element: Element | undefined): Renderings | undefined {
  if (!element?.extension) return undefined;
  const markdown = find(element, `${CORE}rendering-markdown`);
  const found = {
    xhtml: find(element, `${CORE}rendering-xhtml`)?.valueString,
    markdown: markdown?.valueMarkdown ?? markdown?.valueString,
    style: find(element, `${CORE}rendering-style`)?.valueString,
  };
  return found.xhtml || found.markdown || found.style ? found : undefined;
}

export function minOccurs(item: Item): number | undefined {
  return find(item, `${CORE}questionnaire-minOccurs`)?.valueInteger;
}
