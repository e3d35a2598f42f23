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
    meets: [copper, ['pressure.known', false]],
    misses: [combined, ['pressure.known', true]],
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
  single('uti-kidney', 'conditions', 'kidney', 'diabetes'),
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

const none = ['conditions', 'none'] as const;

export const coldSoreExamples: readonly RuleExample[] = [
  single('cold-sore-near-eye', 'where', 'eye', 'lip'),
  single('cold-sore-eye-trouble', 'eye-trouble', true, false),
  single('cold-sore-head', 'head', true, false),
  single('cold-sore-eczema', 'spreading', true, false),
  single('cold-sore-drink', 'drink', true, false),
  single('cold-sore-immune', 'immune', true, false),
  single('cold-sore-pregnant', 'pregnant', 'yes', 'unsure'),
  single('cold-sore-ten-days', 'days', 11, 10),
  single('cold-sore-allergy', 'antiviral-allergy', true, false),
  single('cold-sore-large', 'large', true, false),
  single('cold-sore-mouth', 'where', 'mouth', 'nose'),
  single('cold-sore-first', 'first', true, false),
  {
    rule: 'cold-sore-many',
    meets: [
      ['first', false],
      ['often', 'many'],
    ],
    misses: [
      ['first', false],
      ['often', 'some'],
    ],
  },
  single('cold-sore-pregnancy-unsure', 'pregnant', 'unsure', 'yes'),
  single('cold-sore-breastfeeding', 'breastfeeding', true, false),
  single('cold-sore-kidney', 'kidney', true, false),
  single('cold-sore-late', 'stage', 'crust', 'tingle'),
  single('cold-sore-medicines', 'medicines.any', true, false),
  single('cold-sore-baby', 'baby', true, false),
];

export const smokingExamples: readonly RuleExample[] = [
  single('smoking-chest', 'chest', true, false),
  single('smoking-blood', 'blood', true, false),
  single('smoking-thoughts', 'thoughts', 'yes', 'no'),
  single('smoking-thoughts-unsaid', 'thoughts', 'unsaid', 'no'),
  single('smoking-heart-recent', 'heart-recent', true, false),
  single('smoking-pregnant', 'pregnant', 'yes', 'unsure'),
  single('smoking-pregnancy-unsure', 'pregnant', 'unsure', 'no'),
  single('smoking-nicotine-allergy', 'nicotine-allergy', true, false),
  single('smoking-heart', 'conditions', 'heart', 'pressure'),
  single('smoking-pressure', 'conditions', 'pressure', 'heart'),
  single('smoking-diabetes', 'conditions', 'diabetes', 'none'),
  single('smoking-ulcer', 'conditions', 'ulcer', 'none'),
  single('smoking-seizures', 'conditions', 'seizures', 'none'),
  single('smoking-dentures', 'mouth-skin', 'dentures', 'skin'),
  single('smoking-skin', 'mouth-skin', 'skin', 'salt'),
  {
    rule: 'smoking-few',
    meets: [
      ['what', 'cigarettes'],
      ['per-day', 10],
    ],
    misses: [
      ['what', 'cigarettes'],
      ['per-day', 11],
    ],
  },
  single('smoking-salt', 'mouth-skin', 'salt', 'none'),
  single('smoking-breastfeeding', 'breastfeeding', true, false),
  single('smoking-mood-asthma', 'mood-asthma', true, false),
  single('smoking-quit-drug', 'quit-drug', true, false),
  single('smoking-vape', 'what', 'vape', 'cigarettes'),
];

export const coughAndColdExamples: readonly RuleExample[] = [
  single('cold-breath', 'breath', true, false),
  single('cold-confused', 'confused', true, false),
  single('cold-neck', 'neck', true, false),
  single('cold-blood', 'blood', true, false),
  single('cold-swallow', 'swallow', true, false),
  single('cold-fever-long', 'fever-long', true, false),
  single('cold-three-weeks', 'days', 22, 21),
  single('cold-maoi', 'maoi', 'yes', 'unsure'),
  single('cold-maoi-unsure', 'maoi', 'unsure', 'no'),
  ...['pressure', 'thyroid', 'diabetes', 'prostate', 'liver', 'lungs', 'immune'].map((condition) => ({
    rule: `cold-${condition}`,
    meets: [['conditions', condition]] as const,
    misses: [none],
  })),
  single('cold-pregnant', 'pregnant', 'yes', 'unsure'),
  single('cold-pregnancy-unsure', 'pregnant', 'unsure', 'no'),
  single('cold-breastfeeding', 'breastfeeding', true, false),
  single('cold-alcohol', 'alcohol', true, false),
  single('cold-warfarin', 'warfarin', true, false),
  single('cold-pain-relief', 'pain-relief', true, false),
  single('cold-allergies', 'allergies.any', true, false),
];

const recent = ['pressure.when', 'recent'] as const;
const heart = (id: string): RuleExample => single(`ed-${id}`, 'heart-events', id, 'none');

export const erectionExamples: readonly RuleExample[] = [
  single('ed-chest-pain-now', 'chest-pain-now', true, false),
  single('ed-symptoms-now', 'symptoms-now', true, false),
  single('ed-erection-now', 'long-erection', 'now', 'no'),
  {
    rule: 'ed-systolic-180-symptoms',
    meets: [['symptoms-now', true], recent, ['systolic', 180]],
    misses: [['symptoms-now', false], recent, ['systolic', 180]],
  },
  {
    rule: 'ed-diastolic-120-symptoms',
    meets: [['symptoms-now', true], recent, ['diastolic', 120]],
    misses: [['symptoms-now', true], recent, ['diastolic', 119]],
  },
  { rule: 'ed-systolic-180', meets: [recent, ['systolic', 180]], misses: [recent, ['systolic', 179]] },
  { rule: 'ed-diastolic-120', meets: [recent, ['diastolic', 120]], misses: [recent, ['diastolic', 119]] },
  { rule: 'ed-systolic-high', meets: [recent, ['systolic', 171]], misses: [recent, ['systolic', 170]] },
  { rule: 'ed-diastolic-high', meets: [recent, ['diastolic', 111]], misses: [recent, ['diastolic', 110]] },
  { rule: 'ed-systolic-low', meets: [recent, ['systolic', 89]], misses: [recent, ['systolic', 90]] },
  { rule: 'ed-diastolic-low', meets: [recent, ['diastolic', 49]], misses: [recent, ['diastolic', 50]] },
  single('ed-pressure-needed', 'pressure.when', 'older', 'recent'),
  single('ed-nitrates', 'nitrates', true, false),
  single('ed-poppers', 'poppers', true, false),
  single('ed-sgc', 'sgc', true, false),
  single('ed-avoid-sex', 'avoid-sex', true, false),
  single('ed-chest-pain-effort', 'chest-pain-effort', true, false),
  ...['heart-attack', 'stroke', 'unstable-angina', 'heart-failure', 'arrhythmia'].map(heart),
  single('ed-naion', 'naion', true, false),
  single('ed-retinitis', 'conditions', 'retinitis', 'none'),
  single('ed-liver', 'conditions', 'liver', 'bleeding'),
  single('ed-pde5-allergy', 'pde5-allergy', true, false),
  single('ed-alpha-blocker', 'alpha-blocker', true, false),
  single('ed-cyp3a4', 'cyp3a4', true, false),
  single('ed-duplicate', 'pde5-now', true, false),
  single('ed-risk-conditions', 'conditions', 'sickle-cell', 'diabetes'),
  single('ed-erection-past', 'long-erection', 'past', 'no'),
  single('ed-sudden', 'began', 'suddenly', 'slowly'),
  single('ed-diabetes', 'conditions', 'diabetes', 'kidney'),
  single('ed-medicines', 'medicines.any', true, false),
  {
    rule: 'ed-contradiction',
    meets: [
      ['heart-events', 'none'],
      ['nitrates', true],
    ],
    misses: [
      ['heart-events', 'unstable-angina'],
      ['nitrates', true],
    ],
  },
];

const handled = ['handling', true] as const;

export const hairExamples: readonly RuleExample[] = [
  single('hair-thoughts-of-harm', 'thoughts', 'passing', 'unsaid'),
  {
    rule: 'hair-not-safe-now',
    meets: [
      ['thoughts', 'often'],
      ['safe-now', 'unsure'],
    ],
    misses: [
      ['thoughts', 'often'],
      ['safe-now', 'yes'],
    ],
  },
  single('hair-thoughts-unsaid', 'thoughts', 'unsaid', 'no'),
  single('hair-can-be-pregnant', 'can-be-pregnant', true, false),
  {
    rule: 'hair-handling',
    meets: [['wanted', 'unsure'], handled],
    misses: [
      ['wanted', 'unsure'],
      ['handling', false],
    ],
  },
  single('hair-sudden', 'onset', 'weeks', 'months'),
  single('hair-patchy', 'patchy', true, false),
  single('hair-allergy', 'allergy', true, false),
  single('hair-mood-pleasure', 'mood.pleasure', 'most', 'some'),
  single('hair-mood-low', 'mood.low', 'daily', 'some'),
  single('hair-depression', 'mood.history', true, false),
  single('hair-talk', 'side-effects', 'talk', 'clear'),
  single('hair-sexual', 'sexual', true, false),
  ...['liver', 'prostate', 'psa', 'heart', 'breast'].map((id) =>
    single(`hair-${id}`, 'conditions', id, 'none'),
  ),
  single('hair-scalp', 'scalp', 'inflamed', 'none'),
  single('hair-duplicate', 'dutasteride', true, false),
  single('hair-medicines', 'medicines.any', true, false),
];

const tall = ['height', 170] as const;

export const weightExamples: readonly RuleExample[] = [
  single('weight-abdominal-pain', 'abdominal-pain', true, false),
  single('weight-thoughts-of-harm', 'thoughts', 'passing', 'unsaid'),
  {
    rule: 'weight-not-safe-now',
    meets: [
      ['thoughts', 'passing'],
      ['safe-now', 'no'],
    ],
    misses: [
      ['thoughts', 'passing'],
      ['safe-now', 'yes'],
    ],
  },
  single('weight-thoughts-unsaid', 'thoughts', 'unsaid', 'no'),
  single('weight-eating-now', 'eating', 'now', 'past'),
  { rule: 'weight-bmi-low', meets: [tall, ['weight', 77]], misses: [tall, ['weight', 79]] },
  {
    rule: 'weight-bmi-27',
    meets: [tall, ['weight', 80], ['related', 'none']],
    misses: [tall, ['weight', 80], ['related', 'hypertension']],
  },
  single('weight-pregnant', 'pregnant', 'yes', 'no'),
  single('weight-pregnant-unsure', 'pregnant', 'unsure', 'no'),
  single('weight-thyroid', 'thyroid', true, false),
  single('weight-reaction', 'reaction', true, false),
  single('weight-injection', 'injection', 'diabetes', 'past'),
  single('weight-not-verified', 'verify', 'none-possible', 'gp'),
  { rule: 'weight-bmi-high', meets: [tall, ['weight', 150]], misses: [tall, ['weight', 120]] },
  single('weight-eating-past', 'eating', 'past', 'no'),
  single('weight-low-mood', 'low-mood', true, false),
  single('weight-conditions', 'conditions', 'retinopathy', 'none'),
  single('weight-medicines', 'medicines', 'warfarin', 'none'),
  single('weight-injection-past', 'injection', 'past', 'no'),
  single('weight-gp-not-shared', 'gp.share', false, true),
];

export const throatExamples: readonly RuleExample[] = [
  single('throat-airway', 'airway', true, false),
  single('throat-neck', 'neck', true, false),
  single('throat-fluids', 'fluids', true, false),
  single('throat-one-side', 'one-side', true, false),
  single('throat-immune', 'immune', 'carbimazole', 'none'),
  single('throat-long', 'days', 22, 21),
  single('throat-rash', 'rash', true, false),
  {
    rule: 'throat-fever-pus',
    meets: [
      ['fever', true],
      ['pus', true],
      ['cough', false],
    ],
    misses: [
      ['fever', true],
      ['pus', true],
      ['cough', true],
    ],
  },
  single('throat-severe', 'swallow', 'very', 'much'),
  single('throat-often', 'often', true, false),
  single('throat-pregnant', 'pregnant', 'yes', 'no'),
  single('throat-pregnant-spray', 'pregnant', 'yes', 'no'),
  single('throat-penicillin', 'penicillin', true, false),
];
