/** Shapes of expressions as published forms write them, and what each reads of the response. */
export interface Shape {
  readonly source: string;
  readonly resource: readonly string[] | 'all';
  readonly context: readonly string[] | 'all';
}

const fromResource = (source: string, ...resource: readonly string[]): Shape => ({
  source,
  resource,
  context: [],
});
const fromContext = (source: string, ...context: readonly string[]): Shape => ({
  source,
  resource: [],
  context,
});

export const SHAPES: readonly Shape[] = [
  fromResource("%resource.item.where(linkId='a').answer.value", 'a'),
  fromResource("%resource.item.where(linkId = 'a').answer.valueDecimal", 'a'),
  fromResource("%resource.descendants().where(linkId='a').answer.value", 'a'),
  fromResource("%resource.repeat(item).where(linkId='a').answer.value = 'Complete'", 'a'),
  fromResource("%resource.repeat(item|answer.item).where(linkId='a').answer.value.empty()", 'a'),
  fromResource("%resource.repeat(answer | item).where(linkId='a').answer.value", 'a'),
  fromResource("%resource.repeat(item.union(answer.item)).where(linkId='a').answer.value", 'a'),
  fromResource("%resource.repeat(item).where(linkId='a' or linkId='b').answer.value.sum()", 'a', 'b'),
  fromResource("%resource.item.where(linkId in ('a' | 'b')).answer.value.ordinal().sum()", 'a', 'b'),
  fromResource("%resource.repeat(item).exists(linkId='a' and answer.value.code='x')", 'a'),
  fromResource("%resource.item.where(linkId='g' and answer.exists()).answer.value", 'g'),
  fromResource("%resource.item.where('a' = $this.linkId).answer.first().value", 'a'),
  fromResource("%resource.item.where(linkId='g').item.where(linkId='q').answer.value", 'q'),
  fromResource("%resource.item.where(linkId='g').item.where(linkId='q').answer.value.first()", 'q'),
  fromResource("%resource.item.where(linkId='g').answer.item.where(linkId='q').answer.value", 'q'),
  fromResource("%resource.item.where(linkId='g').descendants().where(linkId='q').answer.value", 'q'),
  fromResource("%resource.item.where(linkId='g').first().item.where(linkId='q').answer.value", 'g'),
  fromResource("%resource.item.where(linkId='g')[0].item.where(linkId='q').answer.value", 'g'),
  fromResource("%resource.item.where(linkId='g').item.answer.value.count()", 'g'),
  fromResource("%resource.item.where(linkId='g').select(item.where(linkId='q').answer.value)", 'q'),
  fromResource("%resource.item.where(linkId='g').select(item.where(linkId='q').exists())", 'g'),
  fromResource("%resource.item.where(linkId='g').all(item.where(linkId='q').answer.exists())", 'g'),
  fromResource(
    "%resource.item.where(linkId='g').where(item.where(linkId='q').answer.value = 1).item.where(linkId='r').answer.value",
    'q',
    'r',
    'r',
  ),
  fromResource("%resource.repeat(item).where(linkId='g').item.where(linkId='q').answer.value", 'g'),
  fromResource("iif(%resource.repeat(item).where(linkId='a').answer.value.exists(), today())", 'a'),
  fromResource(
    "iif(%resource.item.where(linkId='a').answer.value = true, %resource.item.where(linkId='b').answer.value, {})",
    'a',
    'b',
  ),
  fromResource(
    "%resource.item.where(linkId='a').answer.value > 100 and %resource.item.where(linkId='b').answer.exists().not()",
    'a',
    'b',
  ),
  fromResource(
    "%resource.item.where(linkId='a').answer.value / (%resource.item.where(linkId='b').answer.value / 100).power(2)",
    'a',
    'b',
  ),
  fromResource(
    "(%resource.item.where(linkId='a').answer.value | %resource.item.where(linkId='b').answer.value).aggregate($this + $total, 0)",
    'a',
    'b',
  ),
  fromResource("%resource.repeat(item).where(linkId='a').answer.all(value.matches('^[0-9]+$'))", 'a'),
  fromResource('%resource.authored', ...[]),
  fromResource('%resource.subject.reference', ...[]),
  fromResource('(%weight / %height.power(2)).round(1)', ...[]),
  fromResource("%list.where(linkId='a').first()", ...[]),
  fromResource("%patient.name.where(use='official').select(given.first() + ' ' + family)", ...[]),
  fromContext("item.where(linkId='a').answer.value", 'a'),
  fromContext("item.where(linkId='g').item.where(linkId='q').answer.value", 'q'),
  fromContext("repeat(item).where(linkId='a').answer.value", 'a'),
  fromContext("%context.item.where(linkId='a').answer.value", 'a'),
  fromContext("$this.item.where(linkId='a').answer.value", 'a'),
  fromContext("QuestionnaireResponse.item.where(linkId='a').answer.value", 'a'),
  fromContext("descendants().where(linkId='a').answer.value.count() > 1", 'a'),
  {
    source: "item.where(linkId='a').where(%resource.item.where(linkId='b').answer.value = true).answer.value",
    resource: ['b'],
    context: ['a'],
  },
  { source: 'answer.value > 5', resource: [], context: 'all' },
  { source: '%resource.repeat(item).answer.weight().sum()', resource: 'all', context: [] },
  {
    source: "%resource.item.where(linkId != 'total').answer.value.ordinal().sum()",
    resource: 'all',
    context: [],
  },
  { source: "%resource.item.where(linkId.startsWith('a')).answer.value", resource: 'all', context: [] },
  { source: '%resource.item[0].answer.value', resource: 'all', context: [] },
  { source: '%resource.item.linkId', resource: 'all', context: [] },
  { source: '%resource.item.where(linkId = %which).answer.value', resource: 'all', context: [] },
  {
    source: "%resource.item.where(linkId='a' and answer.value > 5).answer.value",
    resource: 'all',
    context: [],
  },
  { source: "%resource.item.select(item.where(linkId='a').count())", resource: 'all', context: [] },
  {
    source: "%resource.item.where($index = 0).item.where(linkId='a').answer.value",
    resource: 'all',
    context: [],
  },
  {
    source: "(%resource.item | %resource.item.item).where(linkId='a').answer.value",
    resource: 'all',
    context: [],
  },
  { source: "%resource.item.where(linkId='a').pathname()", resource: 'all', context: 'all' },
];
