/** For every rule of the demo packs: answers that meet it, and answers close by that don't. */
export type TypedAnswer = string | number | boolean;
export interface RuleExample {
  readonly rule: string;
  readonly meets: readonly (readonly [linkId: string, answer: TypedAnswer])[];
  readonly misses: readonly (readonly [linkId: string, answer: TypedAnswer])[];
}

const combined = ['wanted', 'combined'] as const;
const copper = ['wanted', 'copper-iud'] as const;
const known = ['pressure.known', true] as const;

/** A category 4 risk: a stop for combined methods, a review for all others. */
const pair = (id: string, risk: RuleExample['meets'], safe: RuleExample['meets']): readonly RuleExample[] => [
  { rule: `${id}-combined`, meets: [combined, ...risk], misses: [copper, ...risk] },
  { rule: `${id}-review`, meets: [copper, ...risk], misses: [copper, ...safe] },
];
const single = (rule: string, linkId: string, meets: TypedAnswer, misses: TypedAnswer): RuleExample => ({
  rule,
  meets: [[linkId, meets]],
  misses: [[linkId, misses]],
});

export const contraceptionExamples: readonly RuleExample[] = [
  single('symptoms-now', 'symptoms-now', true, false),
  {
    rule: 'systolic-180-symptoms',
    meets: [['symptoms-now', true], known, ['systolic', 180]],
    misses: [['symptoms-now', false], known, ['systolic', 180]],
  },
  {
    rule: 'diastolic-120-symptoms',
    meets: [['symptoms-now', true], known, ['diastolic', 120]],
    misses: [['symptoms-now', true], known, ['diastolic', 119]],
  },
  { rule: 'systolic-180', meets: [known, ['systolic', 180]], misses: [known, ['systolic', 179]] },
  { rule: 'diastolic-120', meets: [known, ['diastolic', 120]], misses: [known, ['diastolic', 119]] },
  single('pregnant', 'pregnant', 'yes', 'no'),
  single('pregnancy-unsure', 'pregnant', 'unsure', 'no'),
  ...pair(
    'migraine-aura',
    [
      ['migraine', true],
      ['migraine.aura', 'yes'],
    ],
    [
      ['migraine', true],
      ['migraine.aura', 'no'],
    ],
  ),
  {
    rule: 'migraine-unsure',
    meets: [
      ['migraine', true],
      ['migraine.aura', 'unsure'],
    ],
    misses: [['migraine', false]],
  },
  ...pair(
    'smoking-35',
    [
      ['smoke', '15-or-more'],
      ['age-35', true],
    ],
    [
      ['smoke', '15-or-more'],
      ['age-35', false],
    ],
  ),
  {
    rule: 'smoking-35-fewer',
    meets: [
      ['smoke', 'under-15'],
      ['age-35', true],
    ],
    misses: [
      ['smoke', 'under-15'],
      ['age-35', false],
    ],
  },
  ...pair('systolic-160', [known, ['systolic', 160]], [known, ['systolic', 159]]),
  ...pair('diastolic-100', [known, ['diastolic', 100]], [known, ['diastolic', 99]]),
  { rule: 'systolic-140', meets: [known, ['systolic', 140]], misses: [known, ['systolic', 139]] },
  { rule: 'diastolic-90', meets: [known, ['diastolic', 90]], misses: [known, ['diastolic', 89]] },
  {
    rule: 'pressure-unknown',
    meets: [combined, ['pressure.known', false]],
    misses: [copper, ['pressure.known', false]],
  },
  ...pair('clots', [['clots', true]], [['clots', false]]),
  ...pair(
    'postpartum',
    [
      ['birth', true],
      ['birth.when', 'under-21-days'],
    ],
    [
      ['birth', true],
      ['birth.when', '21-days-or-more'],
    ],
  ),
  ...pair('heart-stroke', [['heart-stroke', true]], [['heart-stroke', false]]),
  {
    rule: 'breast-cancer-hormonal',
    meets: [
      ['wanted', 'hormonal-iud'],
      ['breast-cancer', 'now'],
    ],
    misses: [copper, ['breast-cancer', 'now']],
  },
  {
    rule: 'breast-cancer-review',
    meets: [copper, ['breast-cancer', 'now']],
    misses: [copper, ['breast-cancer', 'never']],
  },
  single('breast-cancer-past', 'breast-cancer', 'past', 'never'),
  {
    rule: 'breastfeeding',
    meets: [
      ['birth', true],
      ['breastfeeding', true],
    ],
    misses: [
      ['birth', true],
      ['breastfeeding', false],
    ],
  },
  single('other-conditions', 'conditions', 'liver', 'none'),
  single('medicines', 'medicines.any', true, false),
  single('allergies', 'allergies.any', true, false),
];

export const utiExamples: readonly RuleExample[] = [
  single('uti-fever', 'fever', true, false),
  single('uti-flank-pain', 'flank-pain', true, false),
  single('uti-pregnant', 'pregnant', 'yes', 'no'),
  single('uti-penis', 'anatomy', 'penis', 'vulva'),
  single('uti-recurrent', 'recurrent', true, false),
  single('uti-pregnancy-unsure', 'pregnant', 'unsure', 'no'),
  single('uti-anatomy-explained', 'anatomy', 'explain', 'vulva'),
  single('uti-conditions', 'conditions', 'catheter', 'none'),
  single('uti-discharge', 'discharge', true, false),
  single('uti-blood', 'symptoms', 'blood', 'burning'),
  single('uti-antibiotic', 'antibiotic', true, false),
  single('uti-allergies', 'allergies.any', true, false),
  single('uti-breastfeeding', 'breastfeeding', true, false),
  single('uti-no-symptoms', 'symptoms', 'none', 'burning'),
];

export const moodExamples: readonly RuleExample[] = [
  single('mood-thoughts-of-harm', 'thoughts', 'passing', 'no'),
  {
    rule: 'mood-not-safe-now',
    meets: [
      ['thoughts', 'often'],
      ['safe-now', 'unsure'],
    ],
    misses: [
      ['thoughts', 'often'],
      ['safe-now', 'yes'],
    ],
  },
  single('mood-thoughts-unsaid', 'thoughts', 'unsaid', 'no'),
  {
    rule: 'mood-heavy-week',
    meets: [
      ['weight', 'unbearable'],
      ['joy', 'no'],
    ],
    misses: [
      ['weight', 'unbearable'],
      ['joy', 'a-little'],
    ],
  },
  single('mood-nobody', 'lean-on', 'nobody', 'friend'),
];

export const sleepExamples: readonly RuleExample[] = [
  single('sleep-drowsy', 'drowsy', true, false),
  single('sleep-sleepless', 'quality', 'sleepless', 'restless'),
];
