import { type Branch, choice, flag, medlinePlus, none, SCREENERS, text, unreviewed } from './tree.ts';

const any = text('Do any of these apply?', '¿Le pasa algo de esto?', 'هل ينطبق شيء من هذا؟');

export const contraception: Branch = {
  'contraception-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'clot',
        text(
          'A painful swollen leg, or a sudden severe headache or loss of sight',
          'Pierna hinchada y dolorida, o dolor de cabeza fuerte o pérdida de la vista repentinos',
          'ساق متورمة مؤلمة، أو صداع شديد مفاجئ أو فقدان للبصر',
        ),
        'emergency',
      ),
      flag(
        'pregnant',
        text(
          'Possible pregnancy, with pain or bleeding',
          'Posible embarazo con dolor o sangrado',
          'احتمال حمل مع ألم أو نزيف',
        ),
        'emergency',
      ),
      flag(
        'soaking',
        text(
          'Bleeding that soaks a pad every hour',
          'Sangrado que empapa una toalla cada hora',
          'نزيف يملأ فوطة صحية كل ساعة',
        ),
        'emergency',
      ),
      none('contraception-when'),
    ],
  },
  'contraception-when': {
    kind: 'question',
    text: text('Which fits best?', '¿Cuál se parece más a su caso?', 'ما الأقرب إلى حالتك؟'),
    choices: [
      flag(
        'assault',
        text(
          'Someone forced you to have sex',
          'Alguien le obligó a tener relaciones sexuales',
          'أجبرك أحد على علاقة جنسية',
        ),
        'assault',
      ),
      choice(
        'recent',
        text(
          'Unprotected sex in the last 5 days',
          'Relaciones sexuales sin protección en los últimos 5 días',
          'علاقة جنسية دون وقاية في آخر 5 أيام',
        ),
        'emergency-contraception',
      ),
      choice(
        'regular',
        text('Regular birth control', 'Un método anticonceptivo regular', 'وسيلة منتظمة لمنع الحمل'),
        'contraception-care',
      ),
    ],
  },
  'contraception-care': {
    kind: 'care',
    ...unreviewed('CDC, US Medical Eligibility Criteria for Contraceptive Use (2024)'),
    concepts: ['contraception'],
    text: text(
      'Which methods are safe depends on your health, so the form asks about it.',
      'Los métodos seguros dependen de su salud. Por eso el formulario pregunta por ella.',
      'تتوقف الوسائل الآمنة على صحتك، لذلك تسأل عنها الاستمارة.',
    ),
  },
};

export const men: Branch = {
  'erection-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'heart',
        text(
          'Chest pain or fainting during sex or exercise',
          'Dolor de pecho o desmayo durante el sexo o el ejercicio',
          'ألم في الصدر أو إغماء أثناء العلاقة الجنسية أو المجهود',
        ),
        'emergency',
      ),
      flag(
        'sight',
        text(
          'Sudden loss of sight or hearing',
          'Pérdida repentina de la vista o la audición',
          'فقدان مفاجئ للبصر أو السمع',
        ),
        'emergency',
      ),
      flag(
        'injury',
        text(
          'It started after an injury, or with numbness between the legs',
          'Empezó después de una lesión, o con adormecimiento entre las piernas',
          'بدأ بعد إصابة، أو مع خدر بين الساقين',
        ),
        'today',
      ),
      none('erection-care'),
    ],
  },
  'erection-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Erectile Dysfunction')),
    concepts: ['erectile-dysfunction'],
    text: text(
      'Trouble with erections is common, and can be an early sign of heart disease. The form asks about both.',
      'Los problemas de erección son frecuentes y pueden ser una señal temprana de enfermedad del corazón. El formulario pregunta por ambas cosas.',
      'مشكلات الانتصاب شائعة، وقد تكون علامة مبكرة على مرض القلب. تسأل الاستمارة عن الأمرين.',
    ),
  },
  'hair-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'scalp',
        text(
          'A painful, swollen scalp with pus, or a fever',
          'Cuero cabelludo dolorido, hinchado y con pus, o fiebre',
          'فروة رأس مؤلمة متورمة فيها صديد، أو حمى',
        ),
        'today',
      ),
      none('hair-how'),
    ],
  },
  'hair-how': {
    kind: 'question',
    text: text('Which fits best?', '¿Cuál se parece más a su caso?', 'ما الأقرب إلى حالتك؟'),
    choices: [
      flag(
        'mood',
        text(
          'Thoughts of self-harm since starting a hair treatment',
          'Pensamientos de hacerse daño desde que empezó un tratamiento para el cabello',
          'أفكار عن إيذاء النفس منذ بدء علاج للشعر',
        ),
        'crisis',
      ),
      choice(
        'slowly',
        text(
          'Slowly, at the temples or crown (men)',
          'Poco a poco, en las sienes o la coronilla (hombres)',
          'ببطء عند الصدغين أو قمة الرأس (للرجال)',
        ),
        'hair-care',
      ),
      choice(
        'patches',
        text(
          'In patches or suddenly, or any hair loss in women',
          'En parches o de repente, o cualquier caída en mujeres',
          'في بقع أو فجأة، أو أي تساقط لدى النساء',
        ),
        'in-person',
      ),
    ],
  },
  'hair-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Hair Loss')),
    concepts: ['hair-loss'],
    text: text(
      'Thinning at the temples or crown usually runs in the family. Treatment can slow it.',
      'La pérdida en las sienes o la coronilla suele ser de familia. El tratamiento puede frenarla.',
      'ترقق الشعر عند الصدغين أو القمة وراثي عادة. يمكن للعلاج أن يبطئه.',
    ),
  },
};

export const habits: Branch = {
  'weight-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'belly',
        text(
          'Severe belly pain, or vomiting that won’t stop',
          'Dolor fuerte de vientre o vómitos que no paran',
          'ألم شديد في البطن أو تقيؤ لا يتوقف',
        ),
        'emergency',
      ),
      flag(
        'eating',
        text(
          'You hardly eat, or make yourself vomit, and feel faint',
          'Casi no come o se provoca el vómito, y siente que se desmaya',
          'قلة الأكل الشديدة أو تعمد التقيؤ، مع الشعور بقرب الإغماء',
        ),
        'today',
      ),
      none('weight-care'),
    ],
  },
  'weight-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Weight Control')),
    concepts: ['weight'],
    text: text(
      'A clinician will first check what’s safe for you.',
      'Primero, un profesional revisará qué es seguro para usted.',
      'يحدد مختص أولًا ما هو آمن لك.',
    ),
  },
  'smoking-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag('blood', text('Coughing up blood', 'Tose sangre', 'سعال مصحوب بدم'), 'emergency'),
      flag(
        'heart',
        text(
          'A heart attack or stroke in the past two weeks, with new symptoms',
          'Un infarto o derrame en las últimas dos semanas, con síntomas nuevos',
          'نوبة قلبية أو سكتة دماغية في آخر أسبوعين مع أعراض جديدة',
        ),
        'emergency',
      ),
      none('smoking-care'),
    ],
  },
  'smoking-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Quitting Smoking')),
    concepts: ['smoking'],
    text: text(
      'Medicine plus support works better than either one alone.',
      'Los medicamentos y el apoyo funcionan mejor juntos que por separado.',
      'الدواء مع الدعم أنفع من أي منهما وحده.',
    ),
  },
};

export const mind: Branch = {
  'mind-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'harm',
        text(
          'Thoughts of suicide, or of hurting yourself or someone else',
          'Pensamientos de suicidio, o de hacerse daño o hacérselo a otra persona',
          'أفكار عن الانتحار أو إيذاء نفسك أو غيرك',
        ),
        'crisis',
      ),
      flag(
        'voices',
        text(
          'Hearing or seeing things others don’t',
          'Oye o ve cosas que otros no',
          'سماع أو رؤية ما لا يسمعه الآخرون أو يرونه',
        ),
        'crisis',
      ),
      flag(
        'awake',
        text(
          'Days without sleep, full of energy and racing thoughts',
          'Días sin dormir, con mucha energía y pensamientos acelerados',
          'أيام بلا نوم مع طاقة كبيرة وأفكار متسارعة',
        ),
        'today',
      ),
      none('mind'),
    ],
  },
  mind: {
    kind: 'question',
    text: text('What bothers you most?', '¿Qué le afecta más?', 'ما أكثر ما يزعجك؟'),
    choices: [
      flag('unsafe', text('You don’t feel safe', 'No se siente a salvo', 'لا تشعر بالأمان'), 'crisis'),
      choice(
        'mood',
        text('Low mood or worry', 'Ánimo bajo o preocupación', 'تدني المزاج أو قلق'),
        'mood-care',
      ),
      choice('sleep', text('Poor sleep', 'Duerme mal', 'نوم سيئ'), 'sleep-care'),
      choice('both', text('Both', 'Ambas cosas', 'كلاهما'), 'mood-and-sleep-care'),
    ],
  },
  'mood-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Depression')),
    concepts: ['low-mood'],
    text: text(
      'A few questions about the past week help a clinician understand how you’re doing.',
      'Unas preguntas sobre la última semana ayudan a un profesional a saber cómo está usted.',
      'تساعد بضعة أسئلة عن الأسبوع الماضي المختص على فهم حالتك.',
    ),
  },
  'sleep-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Sleep Disorders')),
    concepts: ['sleep'],
    text: text(
      'Tracking your sleep for a few nights shows what keeps you awake.',
      'Anotar cómo duerme unas noches muestra qué le quita el sueño.',
      'تدوين نومك لبضع ليالٍ يُظهر ما يبقيك مستيقظًا.',
    ),
  },
  'mood-and-sleep-care': {
    kind: 'care',
    ...unreviewed(SCREENERS),
    concepts: ['low-mood', 'sleep'],
    text: text(
      'Mood and sleep affect each other. You can start with either.',
      'El ánimo y el sueño se afectan entre sí. Puede empezar por cualquiera.',
      'المزاج والنوم يؤثر كل منهما في الآخر. يمكنك البدء بأي منهما.',
    ),
  },
};
