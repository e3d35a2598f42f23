import { sceneClasses } from './scene-classes.ts';

/**
 * Words that say the same thing in a sentence about danger, in all languages at once; `patterns.ts` says which of them together are urgent. Folded as texts are; `word*`
 * is every word that begins like it. Words that people also say of ordinary things are left out where the pattern couldn't tell.
 */
export const wordClasses = {
  ...sceneClasses,
  no: `
    no not never none nothing nobody cant cannot wont dont doesnt didnt isnt arent wasnt havent hasnt wouldnt couldnt without barely hardly stopped
    nunca nada nadie ni sin tampoco jamás ningún ninguna ninguno dejó apenas
    لا ما لم لن ولا وما ولم ليس ليست مش مو موب بلا دون بدون غير توقف توقفت بالكاد
  `,
  suddenly:
    'sudden suddenly abruptly repente repentino repentina súbito súbita repentinamente súbitamente فجأة مفاجئ مفاجئة بغتة',
  me: 'me mi mí conmigo',
  bad: `ripping tearing parte* rasga* يمزق* 
    worst worse terrible horrible awful severe intense excruciating unbearable agonizing splitting extreme
    peor fuerte* intens* terrible horrible espantos* insoportable* mucho muchísimo sever* tremend*
    شديد* قوي* فظيع* رهيب* مبرح حاد حادة
  `,
  child: `
    baby toddler child children kid kids son daughter newborn infant grandson granddaughter nephew niece twins
    bebé niño niña niños hijo hija hijos nieto nieta sobrino sobrina nene nena criatura
    طفل* ابني ابنتي بنتي ولدي رضيع* مولود* أولادي أطفالي بيبي حفيدي حفيدتي صغيري
  `,
  baby: 'baby newborn infant fetus bebé feto criatura بيبي جنين* طفلي رضيع* مولود*',
  person: `
    he she him her hes shes husband wife dad father mom mum mother brother sister son daughter grandma grandpa grandmother grandfather friend baby child kid toddler boyfriend girlfriend partner neighbor roommate someone uncle aunt
    él ella esposo esposa marido mujer papá padre mamá madre hermano hermana hijo hija abuelo abuela amigo amiga bebé niño niña novio novia pareja vecino vecina alguien tío tía
    أبي والدي أمي والدتي أخي أختي ابني ابنتي بنتي زوجي زوجتي جدي جدتي صديقي صديقتي طفلي رضيعي خطيبي جاري عمي خالي عمتي خالتي شخص
  `,
  chest: 'ribs costillas chest breastbone sternum pecho esternón tórax صدري صدره صدرها صدر',
  pressure: `vice 
    tight tigth thight tightness tightening pressure heavy heaviness squeez* crush* band brick* elephant clench* clutch* vise anvil boulder
    pesadez presión aprieta* apretad* opres* oprime* aplast* elefante losa tenaza estruja*
    ثقل ثقيل ضغط يضغط ضاغط كابس حجر صخرة فيل يعصر* انقباض كتمة قبضة grabb* agarró agarra agarrado
  `,
  pain: `cramp* cólico* مغص 
    pain pains painful ache* aching hurt hurts hurting agony stabbing
    dolor dolores duele* dolía punzada*
    ألم آلام ألما يؤلم* تؤلم* وجع* يوجع* توجع* نغز*
  `,
  radiates:
    'arm arms jaw shoulder* brazo brazos mandíbula quijada hombro* ذراع* كتف* فك فكي فكه يدي يده يدها',
  cold_sweat: `helado بارد عرقا أتصبب mareo 
    sweat* clammy nausea* nauseous sick pale grey gray lightheaded dizzy faint
    sudando sudor* sudo náusea* pálid* mareo* maread*
    تعرق أتعرق يتعرق تتعرق عرق عرقان غثيان شاحب دوخ* دايخ*
  `,
  breath: 'breath breathe breathing breaths air inhale aire aliento resuell* تنفس* أتنفس يتنفس تتنفس هواء',
  get_breath: `
    get catch enough need* gasp* struggl* fight* run running draw take taking pull reach reaches fill
    alcanz* falt* entra jal* agarr* recuper* lleg*
    آخذ ياخذ التقط ألتقط يلتقط يكفي كفاية أسحب يسحب أدخل يدخل
  `,
  speak: `
    speak speaking talk talking speech word words sentence sentences
    habl* palabra* frase*
    كلام* كلمة كلمات جملة أتكلم يتكلم تتكلم أحكي يحكي تحكي نطق* ينطق
  `,
  garbled:
    'slur* jumbl* garbl* mumbl* gibberish enred* arrastr* balbuc* incoherent* ثقيل* متلعثم يتلعثم تتلعثم مفهوم* ملخبط* مبهم unclear واضح',
  face: 'face smile mouth eyelid eyebrow cheek cara boca rostro sonrisa párpado mejilla cachete وجه وجهي وجهه وجهها فم فمه فمها فمي ابتسامت* خد خده جفن*',
  droops: `wonky مال مالت hang* 
    droop* sag* falling fallen crooked lopsided uneven slanted slid* slipping dropped twisted limp paraly*
    caíd* cae torc* torció tuerc* torcid* chuec* desviad* desvió colgad* paraliz* lado
    مائل* ملتو* متدل* مرتخ* ارتخى ارتخت انحرف* منحرف* التوى معوج* اعوج نازل* مشلول*
  `,
  limb: `
    arm arms leg legs side half
    brazo brazos pierna* lado mitad
    يدي يده يدها ذراع* رجلي رجله رجلها ساق* نصف جانب جنب
  `,
  moves: 'move lift raise mover mueve muevo levantar levanta alzar أحرك يحرك تحرك تحريك أرفع يرفع ترفع رفع',
  weak: 'weak weakness numb numbness paraly* limp tingl* débil debilidad dormid* adormec* entumec* paraliz* ضعف خدر* مخدر* تنميل منمل* مشلول*',
  see: 'see vision sight eyesight ver veo ve vista visión أرى يرى ترى أشوف يشوف بصر* نظره نظري رؤية',
  lost: 'lost losing gone lose blind black dark blurry perd* ciego ciega borros* فقد* اختفى عمي* زغلل*',
  walk: 'walk stand balance caminar camino camina equilibrio أمشي يمشي تمشي مشي أقف توازن*',
  inhaler: 'inhaler puffer nebulizer inhalador nebulizador بخاخ*',
  helps:
    'help helps helping work works working worse touch sirve ayuda funciona hace peor يفيد ينفع يساعد يعمل فاد نفع',
  airway:
    'throat tongue lips lip face garganta lengua labio* cara حلق* لسان* شفت* شفاه* شفايف* شفاي* وجه وجهي وجهه وجهها',
  throat: 'throat airway windpipe garganta حلقي حلقه حلقها حلق زوري',
  swells: `globo balloon* 
    swell* swol* puff* balloon* blew
    hinch*
    تورم* يتورم تتورم متورم* انتفخ* منتفخ* ينتفخ تنتفخ ورم ورمت bigger huge enormous enorme enormes
  `,
  shuts: `
    closing close closed closes shut* tighten* tight
    cierr* cerrando cerró cerrad* aprieta
    ينسد انسد* مسدود* يغلق ينغلق انغلق يضيق ضاق* يسكر cerrándose
  `,
  eaten_or_stung: `
    peanut* nut nuts shrimp shellfish ate eaten eating bee wasp sting stung penicillin
    cacahuate* maní nuez nueces camar* marisco* comer comí comió abeja avispa picó picadura penicilina
    فول فستق مكسرات جمبري روبيان أكل* نحلة دبور لسع* بنسلين
  `,
  blue: 'blue purple grey gray morad* azul* gris زرقاء أزرق ازرق* رمادي* زرقا',
  skin: 'lips lip skin nails labio* piel uñas شفت* شفاه* شفايف* جلد* أظافر* وجهه وجهها لونه لونها',
  choke: 'chok* atragant* ahogando ahogó يختنق تختنق مختنق* اختنق*',
  blood:
    'blood bleed bleeding bleeds bled hemorrhag* sangr* hemorrag* دم الدم دما دمي دمه دمها نزيف* ينزف تنزف أنزف',
  unstopped: `
    pour* gush* spurt* squirt* soak* pool* puddle everywhere stop stopping nonstop
    chorr* brot* pare parar corta cortar detien* detener charco
    يتوقف يوقف توقف يقف تدفق* يتدفق غزير* يسيل وقف غزارة
  `,
  wound: 'wound cut leg arm head neck hand herida cortada pierna brazo cabeza mano جرح* ساق* ساقي يدي رأسي',
  pad: 'pad pads tampon tampons toalla* compresa* tampón فوطة فوط',
  hourly: 'hour hours hourly minutes hora horas minutos ساعة ساعات دقيقة دقائق',
  vomit:
    'vomit* threw throw throwing puk* vómito* vomit* devolv* escup* تقيأ* أتقيأ يتقيأ تتقيأ قيء استفرغ* أستفرغ يستفرغ استفراغ',
  dark: 'black coffee tarry negr* café alquitrán أسود سوداء قهوة',
  stool: 'stool stools poo poop feces heces caca popó excremento براز*',
  took: `gulped chugged necked emptied scoffed 
    took swallow* ate drank downed licked popped ingested
    tomó tomé tragó tragué comió comí bebió bebí mordió chupó ingirió
    شربت شرب شربه بلع بلعت ابتلع* أكل أكلت أخذت أخذ تناولت تناول اخذ اخذت
  `,
  into: 'hold into metió agarró وجد مسك',
  drug: `أدويت* 
    pill pills tablet tablets medicine medicines medication* meds tylenol paracetamol acetaminophen ibuprofen advil aspirin xanax valium opioid* oxy* fentanyl methadone insulin antidepressants gummies edible* vitamins
    pastilla* píldoras tableta* cápsulas medicina* medicamento* paracetamol ibuprofeno aspirinas clonazepam rivotril insulina gomitas vitaminas
    حبة حبات حبوب* أقراص قرص* دواء* أدوية* كبسولات باراسيتامول بنادول منوم* مهدئ* أنسولين مسكن*
  `,
  chemical: `
    bleach cleaner detergent pods antifreeze poison gasoline kerosene lye battery batteries magnet* perfume sanitizer pesticide mushroom*
    cloro lejía detergente veneno gasolina petróleo pila pilas imán imanes limpiador insecticida raticida desinfectante
    كلور كلوركس مبيض منظف* سم سما بنزين كاز كيروسين بطارية مغناطيس مبيد* مطهر* صابون معقم* ديتول cleaning clorox limpieza تنظيف
  `,
  many: `
    whole entire bunch handful lots bottle packet
    entera entero frasco bote puñado montón muchas demasiad*
    علبة شريط كامل* كلها حفنة كثيرة كمية زجاجة قبضة
    12 14 15 16 18 20 24 25 30 35 40 45 50 60 70 80 90 100
    twelve fifteen twenty thirty forty fifty sixty quince veinte treinta cuarenta cincuenta
    عشرين ثلاثين أربعين خمسين ستين box strip caja tira blíster
  `,
  partner: `hes shes 
    he she husband boyfriend wife girlfriend partner ex dad father stepdad stepfather brother uncle boss
    él esposo marido novio novia esposa pareja ex papá padre padrastro hermano tío jefe
    زوجي خطيبي أبي والدي أخي عمي خالي طليقي شريكي صديقي حبيبي mom mother stepmom mamá madre مدرس مديري جدي خالي
  `,
  violence: `hitting chased chasing persig* acorral* corner* forcing 
    punch* kicked slap* chok* strangl* beats beating shoves shoved pushes pushed grabs threat* forces raped assault*
    golpea* golpeó empuja* empujó jala jaló patea amenaz* ahorca* ahorcó estrangul* cachete* abofete* maltrat* violó touches touched touching toca tocó manosea* agarró
  `,
  violence_to_me: `
    يضربني ضربني يهددني هددني يدفعني دفعني يخنقني خنقني يصفعني صفعني يركلني يشدني يسحبني يعنفني يؤذيني يعتدي يجبرني أجبرني يحرقني يلكمني يمسكني مسكني يلمسني لمسني يقتلني سيقتلني
  `,
  hands: 'hands hand manos mano يديه يده',
  around: 'around round حول وضع puso put apretó apretando alrededor',
  neck: 'neck throat cuello garganta pescuezo رقبتي عنقي',
  lets: 'let lets allow* deja dejan permite يسمح يتركني',
  freedom:
    'phone leave house money passport outside salir teléfono celular dinero casa llaves pasaporte هاتفي جوالي أخرج خروج جوازي فلوسي',
  pregnant: 'pregnant pregnancy trimester embarazad* embarazo حامل حملي حبلى',
  gestation: 'weeks month months semanas meses mes أسبوع أسابيع شهر شهور pregnant embarazad* حامل trimester',
  kicks: 'kick kicks kicking kicked patea* patad* يركل ركلات',
  stirs:
    'wriggl* wiggl* squirm* move moved moves moving movement movements mueve movid* moverse movimiento* movía يتحرك تتحرك حركة حركته حركات',
  vision:
    'vision blurry spots flashing flashes sparkles visión borros* lucecitas luces chispitas destellos estrellitas ومضات زغلل* أنوار',
  headache: 'headache head cabeza jaqueca صداع رأسي',
  labor_sign: 'waters fluid leaking cord fuente aguas líquido cordón السائل الحبل',
  fever:
    'محموم محمومة burning ardiendo calentura fever feverish fiebre حمى حرارة حرارتي حرارته حرارتها سخونة',
  confused:
    'alucina* muttering mumbl* confus* disorient* delirious rambling hallucinat* drowsy confundid* desorient* delir* aturdid* incoheren* disparates nonsense rubbish مشوش* هذيان يهذي تهذي أهذي مرتبك* يخرف تخرف',
  shiver:
    'shiver* chills shaking shakes rigors mottled blotchy tembl* tiembl* escalofrío* رجفة رجفان قشعرير* أرتجف يرتجف ترتجف ارتجف*',
  limp: 'floppy limp listless lethargic flácid* trapo aguad* مرتخ* خامل* رخو* هامد*',
  fell: 'slump* fell fallen collapsed cayó desplomó وقع سقط وقعت سقطت طاح',
  half: 'side half mitad lado media medio نصف جانب جنب شق',
  body: 'body face cuerpo cara جسمي جسمه جسمها جسم وجهي وجهه وجهها',
  works: 'work working move moves moving feel mover mueve muevo siento يتحرك تتحرك تحريك أحرك أحس يعمل',
  neck_stiff: 'stiff rigid tieso rígido rígida تيبس متيبس متيبسة تصلب متصلبة',
  nape: 'neck cuello nuca رقبتي رقبته رقبتها رقبة',
  gush: 'spurt* gush* squirt* chorr* brota brotando يتدفق تدفق غزير* غزارة',
  faint: 'mareo dizzy faint fainting lightheaded maread* desmay* دوار دوخة إغماء',
  ribs: 'ribs costillas ضلوع أضلاع',
  drink: 'alcohol vodka wine beer vape cerveza vino vapeador كحول خمر بيرة',
  answers: 'answer* respond* contesta responde يرد ترد يستجيب تستجيب',
  floor: 'floor ground suelo piso tirado tirada أرض',
  foam: 'foam* froth* espuma رغوة زبد',
  mouth: 'mouth boca فم فمه فمها',
  shakes:
    'shaking jerking twitching convuls* tiembla temblando sacud* يرتجف ترتجف يرجف ينتفض تنتفض يرتعش ترتعش',
  all_over: 'all whole todo cuerpo ojos eyes كله كلها جسمه جسمها',
  urge: `
    want wanna going gonna thinking thoughts urge urges afraid imagine imagining picture picturing plan planning fantasiz* images might snap
    quiero ganas voy pienso pensando pensamientos miedo imagino impulso* planeo temo
    أريد أفكر أخاف أفكار رغبة أتخيل أخشى سوف ودي بدي أنوي أخطط
  `,
  harm: `
    stab* kill killing strangl* smother* suffocat* shoot* hurting harming murder*
    lastimar matar apuñal* ahorcar golpear envenenar ahogar asfixiar sacudir acuchillar
    أقتل قتل أؤذي أطعن طعن أخنق خنق
  `,
  target: `
    roommate coworker boss neighbor wife husband baby kids kid child children son daughter mother mom father dad sister brother partner boyfriend girlfriend people someone somebody classmates teacher ex him her them
    compañero compañera jefe vecino vecina esposa esposo marido bebé hijos hijo hija niños mamá papá madre padre hermano hermana pareja novio novia gente alguien ex
    زميلي مديري جاري زوجتي زوجي طفلي أطفالي أولادي ابني ابنتي بنتي رضيعي أمي أبي أخي أختي شخص شخصا ناس أحد أحدا مولودي
  `,
  fear: 'afraid scared feel might miedo temo veces pienso أخاف أخشى أحيانا',
  does: 'do doing hacerle hacerles haga أفعل أسوي أعمل',
  something: 'something algo شيئا شيء',
  evil: 'bad terrible awful stupid malo feo terrible سيئا سيء',
  dependent:
    'baby kids kid child children bebé hijos hijo hija niños طفلي أطفالي أولادي رضيعي ابني ابنتي بنتي مولودي',
  voice: 'voice voices voz voces صوت أصوات*',
  head: 'head mind cabeza mente رأسي عقلي دماغي',
  orders: 'order* tells tell telling command* ordena* manda* insult* يأمر* تأمر*',
  meaning:
    'reason reasons point purpose hope meaning sentido razón razones motivo* caso esperanza سبب* معنى جدوى أمل فائدة داعي داع داعيا داعي',
  life: 'live living wake exist existing alive life vivir despertar* levantarme existir vida أعيش عيش حياة حياتي أستيقظ أصحو أصحى وجودي استمرار أستمر',
  everyone:
    'everyone everybody family kids world mom parents wife husband children friends todos todas familia hijos mundo gente mamá padres esposa esposo جميع كل عائلتي أهلي أولادي أمي أطفالي زوجي زوجتي',
  better: 'better happier easier relieved mejor* feli* alivi* tranquil* أفضل أسعد أحسن أريح ارتاح* يرتاح*',
  gone: 'gone dead disappeared existed exist existiera existo muerto muerta faltara desapareciera muriera موجود موجودة موجودا موتي مت رحلت اختفيت غيابي بدوني دوني',
  farewell: 'goodbye goodbyes farewell despedí despedirme despedido وداع* أودع ودعت',
  loved:
    'everyone family kids everybody friends mom wife husband familia todos hijos amigos mamá esposa أهلي عائلتي أمي أولادي جميع أصدقائي',
  means: `
    pills gun rope knife razor bridge noose ledge cliff
    pastillas pistola cuerda cuchillo navaja puente azotea soga
    حبوب مسدس حبل سكين شفرة جسر سطح
  `,
  lethal:
    'gun rope knife razor bridge noose ledge cliff roof pistola soga navaja puente azotea مسدس حبل سكين شفرة جسر سطح',
  prepared:
    'ready loaded bought tonight standing holding lista cargada compré parado parada esta noche جاهز اشتريت واقف واقفة الليلة',
  hoarded: 'lined stash* hoard* juntando',
  throw_self:
    'jump jumping hang hanging throw drown tirarme aventarme lanzarme saltar brincar colgarme أرمي أقفز أشنق أنط أغرق ألقي',
  places_to_jump:
    'bridge roof train tracks ledge cliff building puente azotea vías tren balcón techo edificio جسر سطح قطار شرفة بلكونة بناية',
  hit_head: 'hit fell banged bumped knocked golpeó golpeé cayó caí pegó وقع وقعت سقط سقطت ارتطم* طاح*',
  skull: 'head cabeza رأسي رأسه رأسها رأس',
  bad_sign:
    'vomiting vomited vomit throwing confused sleepy drowsy unconscious vomita vomitó vomitando confundid* inconsciente يتقيأ تقيأ مشوش نعسان دم أتقيأ',
  scald: 'boiling scald* hirviendo quemó hervida مغلي مغلية احترق*',
} as const satisfies Readonly<Record<string, string>>;

export type WordClass = keyof typeof wordClasses;
