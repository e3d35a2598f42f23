import type { LetterTexts } from './letter-texts.ts';

/** A name in Latin letters or a number within Arabic keeps its own direction, whatever is around it (Unicode isolates). */
const isolate = (text: string) => `\u2068${text}\u2069`;
const ltr = (text: string) => `\u2066${text}\u2069`;

export const texts: LetterTexts = {
  code: {
    subject: (vendor) => `رمز الدخول إلى ${isolate(vendor)}`,
    heading: 'رمز الدخول الخاص بك',
    intro: (vendor) => `أدخل هذا الرمز لتسجيل الدخول إلى حسابك لدى ${isolate(vendor)}.`,
    validity: (minutes) => `يُستخدم مرة واحدة فقط، وتنتهي صلاحيته بعد ${minutes} دقائق.`,
    ignore:
      'إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة، فلا أحد يستطيع تسجيل الدخول من دونه. لا تشاركه مع أي شخص، ولن نطلبه منك أبدًا عبر الهاتف أو البريد الإلكتروني.',
    sms: (code, minutes) => `رمزك هو ${ltr(code)}. تنتهي صلاحيته بعد ${minutes} دقائق. لا تشاركه مع أي شخص.`,
  },
  contactCode: {
    subject: (vendor) => `رمزك لدى ${isolate(vendor)}`,
    heading: 'تأكيد بريدك الإلكتروني',
    intro: (vendor) => `أدخل هذا الرمز لإضافة هذا البريد الإلكتروني إلى حسابك لدى ${isolate(vendor)}.`,
    ignore: 'إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة، فلن يُضاف شيء من دونه. لا تشاركه مع أي شخص.',
  },
  changed: {
    'password-set': {
      subject: (vendor) => `كلمة مرور جديدة لدى ${isolate(vendor)}`,
      heading: 'كلمة مرور جديدة لحسابك',
      what: (vendor) => `عُيّنت كلمة مرور جديدة لحسابك لدى ${isolate(vendor)}.`,
    },
    'password-removed': {
      subject: (vendor) => `إزالة كلمة المرور لدى ${isolate(vendor)}`,
      heading: 'أُزيلت كلمة مرور حسابك',
      what: (vendor) =>
        `أُزيلت كلمة المرور من حسابك لدى ${isolate(vendor)}. لا يزال بإمكانك تسجيل الدخول برمز نرسله إلى بريدك الإلكتروني.`,
    },
    'passkey-added': {
      subject: (vendor) => `مفتاح مرور جديد لدى ${isolate(vendor)}`,
      heading: 'أُضيف مفتاح مرور',
      what: (vendor) => `أُضيف مفتاح مرور إلى حسابك لدى ${isolate(vendor)}. من يملكه يستطيع تسجيل الدخول.`,
    },
    'passkey-removed': {
      subject: (vendor) => `إزالة مفتاح مرور لدى ${isolate(vendor)}`,
      heading: 'أُزيل مفتاح مرور',
      what: (vendor) =>
        `أُزيل مفتاح مرور من حسابك لدى ${isolate(vendor)}. لا يزال بإمكانك تسجيل الدخول برمز نرسله إلى بريدك الإلكتروني.`,
    },
    'apple-linked': {
      subject: (vendor) => `إضافة تسجيل الدخول عبر Apple لدى ${isolate(vendor)}`,
      heading: 'يمكنك تسجيل الدخول عبر Apple',
      what: (vendor) => `رُبط حساب Apple بحسابك لدى ${isolate(vendor)}. من يملكه يستطيع تسجيل الدخول.`,
    },
    'apple-removed': {
      subject: (vendor) => `إزالة تسجيل الدخول عبر Apple لدى ${isolate(vendor)}`,
      heading: 'أُزيل تسجيل الدخول عبر Apple',
      what: (vendor) =>
        `لم يعد حسابك لدى ${isolate(vendor)} مرتبطًا بحساب Apple. لا يزال بإمكانك تسجيل الدخول برمز نرسله إلى بريدك الإلكتروني.`,
    },
    'signed-in': {
      subject: (vendor) => `تسجيل دخول جديد إلى ${isolate(vendor)}`,
      heading: 'تسجيل دخول جديد إلى حسابك',
      what: (vendor) => `سُجّل الدخول إلى حسابك لدى ${isolate(vendor)} من جهاز جديد.`,
    },
    'session-ended': {
      subject: (vendor) => `تسجيل الخروج من جهاز لدى ${isolate(vendor)}`,
      heading: 'سُجّل الخروج من أحد أجهزتك',
      what: (vendor) => `سُجّل الخروج من حسابك لدى ${isolate(vendor)} على أحد الأجهزة.`,
    },
    'sessions-ended': {
      subject: (vendor) => `تسجيل الخروج من كل الأجهزة لدى ${isolate(vendor)}`,
      heading: 'سُجّل خروجك من كل الأجهزة',
      what: (vendor) => `سُجّل الخروج من حسابك لدى ${isolate(vendor)} على جميع الأجهزة.`,
    },
    'account-closed': {
      subject: (vendor) => `أُغلق حسابك لدى ${isolate(vendor)}`,
      heading: 'أُغلق حسابك',
      what: (vendor) =>
        `أُغلق حسابك لدى ${isolate(vendor)} وسُجّل خروجك من جميع الأجهزة. يبقى سجلك الطبي محفوظًا لدى ${isolate(vendor)} للمدة التي يفرضها القانون.`,
      steps: (vendor, phone) => `اتصل فورًا بـ${isolate(vendor)} على الرقم ${ltr(phone)}.`,
    },
    'records-joined': {
      subject: (vendor) => `حسابان لدى ${isolate(vendor)} أصبحا حسابًا واحدًا`,
      heading: 'حسابان أصبحا حسابًا واحدًا',
      what: (vendor) =>
        `تبيّن لفريق ${isolate(vendor)} أن حسابين يعودان إلى الشخص نفسه فدمجهما. ستطلب منك بعض أجهزتك تسجيل الدخول مجددًا.`,
      steps: (vendor, phone) =>
        `إن لم يكونا كلاهما لك فاتصل فورًا بـ${isolate(vendor)} على الرقم ${ltr(phone)}.`,
    },
    'records-parted': {
      subject: (vendor) => `فُصل حسابان لدى ${isolate(vendor)}`,
      heading: 'فُصل حسابان',
      what: (vendor) =>
        `دُمج حسابان لدى ${isolate(vendor)} عن طريق الخطأ ثم فُصلا. أُزيل ما أُضيف في هذه الأثناء لتسجيل الدخول. ستطلب منك بعض أجهزتك تسجيل الدخول مجددًا.`,
      steps: (vendor, phone) =>
        `إن تعذّر عليك تسجيل الدخول أو نقص شيء فاتصل بـ${isolate(vendor)} على الرقم ${ltr(phone)}.`,
    },
    'email-added': {
      subject: (vendor) => `بريد جديد في حسابك لدى ${isolate(vendor)}`,
      heading: 'أُضيف بريد إلكتروني',
      what: (vendor) =>
        `أُضيف بريد إلكتروني آخر إلى حسابك لدى ${isolate(vendor)}، ويمكن الآن تسجيل الدخول به.`,
      steps: (vendor, phone) =>
        `سجّل الدخول خلال 7 أيام وأزل ذلك البريد، ثم اتصل بـ${isolate(vendor)} على الرقم ${ltr(phone)}.`,
    },
    'email-removed': {
      subject: (vendor) => `إزالة بريد من حسابك لدى ${isolate(vendor)}`,
      heading: 'أُزيل بريد إلكتروني',
      what: (vendor) => `أُزيل بريد إلكتروني من حسابك لدى ${isolate(vendor)}، ولم يعد صالحًا لتسجيل الدخول.`,
      steps: (vendor, phone) => `اتصل فورًا بـ${isolate(vendor)} على الرقم ${ltr(phone)}.`,
    },
    'phone-added': {
      subject: (vendor) => `إضافة رقم هاتف لدى ${isolate(vendor)}`,
      heading: 'يمكن تسجيل الدخول برقم هاتف',
      what: (vendor) =>
        `أصبح من الممكن تسجيل الدخول إلى حسابك لدى ${isolate(vendor)} برقم هاتف، باستخدام رمز يصل في رسالة نصية مع تاريخ ميلادك.`,
    },
    'phone-contact': {
      subject: (vendor) => `رقم هاتف لدى ${isolate(vendor)}`,
      heading: 'رقم هاتف للتواصل فقط',
      what: (vendor) =>
        `أصبح رقم هاتف في حسابك لدى ${isolate(vendor)} للتواصل فقط، ولا يمكن استخدامه لتسجيل الدخول.`,
    },
    'phone-removed': {
      subject: (vendor) => `إزالة رقم الهاتف لدى ${isolate(vendor)}`,
      heading: 'أُزيل رقم هاتفك',
      what: (vendor) =>
        `أُزيل رقم الهاتف من حسابك لدى ${isolate(vendor)}. لا يزال بإمكانك تسجيل الدخول برمز نرسله إلى بريدك الإلكتروني.`,
    },
    facts: { when: 'الوقت' },
    advice: {
      mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.',
      notMine: 'إذا لم تكن أنت',
      steps: (vendor, phone) =>
        `سجّل الدخول وعيّن كلمة مرور جديدة وسجّل الخروج من بقية الأجهزة، ثم اتصل بـ${isolate(vendor)} على الرقم ${ltr(phone)}.`,
    },
  },
  order: {
    received: {
      subject: (vendor) => `طلبك لدى ${isolate(vendor)}`,
      heading: 'استلمنا طلبك',
      what: (vendor) => `وصل طلبك إلى ${isolate(vendor)}. سنراسلك عند حدوث أي جديد.`,
    },
    problem: {
      subject: (vendor) => `طلبك لدى ${isolate(vendor)} يحتاج إلى مراجعتك`,
      heading: 'طلبك يحتاج إلى مراجعتك',
      what: () => 'تغيّر شيء في طلبك أو نقص منه شيء. أوقفناه مؤقتًا إلى أن تراجعه.',
    },
    unpaid: {
      subject: (vendor) => `لم يُدفع ثمن طلبك لدى ${isolate(vendor)} بعد`,
      heading: 'أكمل طلبك',
      what: (vendor) => `وصل طلبك إلى ${isolate(vendor)} لكن ثمنه لم يُدفع بعد. ادفع خلال 7 أيام وإلا سنلغيه.`,
    },
    asked: {
      subject: (vendor) => `طلبك لدى ${isolate(vendor)} بانتظارك`,
      heading: 'نحتاج إلى شيء منك',
      what: (vendor) => `تحتاج ${isolate(vendor)} إلى أمر منك لمتابعة طلبك. افتحه لمعرفة المطلوب.`,
    },
    'asked-id': {
      subject: (vendor) => `طلبك لدى ${isolate(vendor)} يحتاج إلى هويتك`,
      heading: 'نحتاج إلى هوية بصورة',
      what: (vendor) =>
        `وافقت ${isolate(vendor)} على طلبك، لكنها تحتاج إلى هوية بصورة للمتابعة. أرسلها خلال 7 أيام وإلا سنلغي الطلب.`,
    },
    charged: {
      subject: (vendor) => `تمت الموافقة على طلبك لدى ${isolate(vendor)}`,
      heading: 'تمت الموافقة على طلبك',
      what: (vendor) => `وافق مختص لدى ${isolate(vendor)} على طلبك، ونحن نجهزه الآن.`,
    },
    'fee-received': {
      subject: (vendor) => `استشارتك لدى ${isolate(vendor)}`,
      heading: 'وصلتنا استشارتك',
      what: (vendor) => `وصلت استشارتك إلى ${isolate(vendor)}. سنراسلك عند حدوث أي جديد.`,
    },
    'fee-problem': {
      subject: (vendor) => `هناك مشكلة في دفعتك لدى ${isolate(vendor)}`,
      heading: 'هناك مشكلة في دفعتك',
      what: (vendor) =>
        `لم يُخصم منك أي مبلغ، وما زالت إجاباتك لدى ${isolate(vendor)}. افتح استشارتك لمعرفة المطلوب.`,
    },
    'fee-unpaid': {
      subject: (vendor) => `لم تُدفع رسوم استشارتك لدى ${isolate(vendor)} بعد`,
      heading: 'لم تُدفع رسوم استشارتك بعد',
      what: (vendor) =>
        `وصلت إجاباتك إلى ${isolate(vendor)}، لكن رسوم الاستشارة لم تُدفع بعد. ادفع خلال 7 أيام وإلا سنلغي الدفع. تبقى إجاباتك لدى ${isolate(vendor)} في الحالتين.`,
    },
    'fee-asked': {
      subject: (vendor) => `استشارتك لدى ${isolate(vendor)} بانتظارك`,
      heading: 'نحتاج إلى شيء منك',
      what: (vendor) =>
        `يحتاج مختص لدى ${isolate(vendor)} إلى أمر منك لإكمال استشارتك. افتحها لمعرفة المطلوب.`,
    },
    'fee-closed': {
      subject: (vendor) => `مستجدات استشارتك لدى ${isolate(vendor)}`,
      heading: 'أُغلقت استشارتك',
      what: (vendor) =>
        `أُغلقت استشارتك لدى ${isolate(vendor)}. افتحها لمعرفة السبب وما يمكنك فعله بدلًا من ذلك.`,
    },
    'fee-cancelled': {
      subject: (vendor) => `أُلغي الدفع لدى ${isolate(vendor)}`,
      heading: 'أُلغي الدفع',
      what: (vendor) => `أُلغي دفع رسوم استشارتك لدى ${isolate(vendor)}. ما زالت إجاباتك لديها.`,
    },
    completed: {
      subject: (vendor) => `اكتملت استشارتك لدى ${isolate(vendor)}`,
      heading: 'اكتملت استشارتك',
      what: (vendor) => `أكمل مختص لدى ${isolate(vendor)} استشارتك. هذه الرسالة هي إيصالك.`,
    },
    'not-approved': {
      subject: (vendor) => `مستجدات طلبك لدى ${isolate(vendor)}`,
      heading: 'لم تتم الموافقة على طلبك',
      what: (vendor) =>
        `أُغلق طلبك لدى ${isolate(vendor)} دون موافقة. افتحه لمعرفة السبب وما يمكنك فعله بدلًا من ذلك.`,
    },
    cancelled: {
      subject: (vendor) => `أُلغي طلبك لدى ${isolate(vendor)}`,
      heading: 'أُلغي طلبك',
      what: (vendor) => `أُلغي طلبك لدى ${isolate(vendor)}.`,
    },
    ready: {
      subject: (vendor) => `طلبك لدى ${isolate(vendor)} جاهز`,
      heading: 'جاهز للاستلام',
      what: () => 'طلبك جاهز. أحضر معك هوية بصورة عند استلامه.',
    },
    shipped: {
      subject: (vendor) => `طلبك لدى ${isolate(vendor)} في الطريق`,
      heading: 'في الطريق إليك',
      what: () => 'شُحن طلبك. يمكنك تتبعه من صفحة الطلب.',
    },
    facts: { charged: 'المبلغ المخصوم' },
    number: 'رقم الطلب',
    money: {
      'not-charged': 'لم يُخصم منك أي مبلغ.',
      releasing: 'لم يُخصم منك أي مبلغ. نلغي الحجز على بطاقتك، وقد يستغرق ظهور ذلك لدى مصرفك بضعة أيام.',
      refunding: 'نرد إليك ما دفعته، وقد يستغرق ظهور ذلك لدى مصرفك بضعة أيام.',
    },
    open: 'افتح طلبك',
    validity: 'يعمل هذا الرابط لمدة 72 ساعة. لا تُعِد توجيه هذه الرسالة: كل من لديه الرابط يستطيع رؤية طلبك.',
    elsewhere: (vendor) => `لرؤيته، افتح ${isolate(vendor)} على الجهاز الذي طلبت منه.`,
    automatic: (vendor) => `وصلتك هذه الرسالة من ${isolate(vendor)} لأنك قدمت طلبًا.`,
    fee: {
      number: 'رقم الدفعة',
      open: 'افتح استشارتك',
      validity:
        'يعمل هذا الرابط لمدة 72 ساعة. لا تُعِد توجيه هذه الرسالة: كل من لديه الرابط يستطيع رؤية استشارتك.',
      elsewhere: (vendor) => `لرؤيتها، افتح ${isolate(vendor)} على الجهاز الذي أرسلت منه الاستمارة.`,
      automatic: (vendor) => `وصلتك هذه الرسالة من ${isolate(vendor)} لأنك طلبت استشارة.`,
    },
    neutral: {
      sender: 'إشعارات',
      subject: 'لديك تحديث',
      heading: 'لديك تحديث',
      what: 'طلبت أن تبقى الرسائل خاصة، لذلك لا تذكر هذه الرسالة موضوعها.',
      open: 'قراءة التحديث',
      validity: 'يعمل هذا الرابط لمدة 72 ساعة. لا تُعِد توجيه هذه الرسالة.',
      elsewhere: 'طلبت أن تبقى الرسائل خاصة. لقراءة التحديث، افتح التطبيق على الجهاز الذي استخدمته.',
      automatic: 'أُرسلت هذه الرسالة تلقائيًا.',
    },
  },
  answers: {
    stop: () => `لن تصلك رسائل أخرى من هذا الرقم. أرسل ${ltr('START')} لاستقبالها من جديد.`,
    start: () => `ستصلك رموز الدخول برسائل نصية من جديد. أرسل ${ltr('STOP')} لإيقافها.`,
    help: (host) => `يرسل هذا الرقم رموز الدخول إلى ${ltr(host)} فقط. أرسل ${ltr('STOP')} لإيقافها.`,
  },
  footer: {
    automatic: (vendor) => `وصلتك هذه الرسالة من ${isolate(vendor)} لحماية حسابك.`,
    demo: (vendor) => `عرض توضيحي فقط. لا توجد عيادة حقيقية باسم ${isolate(vendor)}.`,
  },
};
