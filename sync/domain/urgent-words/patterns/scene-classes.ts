/** Words of what goes on around somebody in danger: places, things, acts, and how a body looks. As `word-classes.ts`, which they are part of. */
export const sceneClasses = {
  hides:
    'hiding hid barricaded locked closet wardrobe escondid* encerrad* clóset مختبئ* أختبئ متخبي* مستخبي* محبوس*',
  rages: `
    smashing smashes banging bangs pounding kicking screaming yelling shouting raging punching
    rompiendo rompe golpeando golpea gritando grita pateando tumbando
    يكسر يصرخ يطرق يخبط يركل يهدد
  `,
  door: 'door doors outside puerta afuera باب برا خارج',
  wields: `
    held holding holds pointed points pointing pulled swung swings waving outside threatening
    puso apunta apuntó sacó trae amenaza afuera يهدد* رفع وجه صوب معه برا
  `,
  locks: 'locked locks lock encierra encerró encerrad* يحبس* حبس* يقفل قفل',
  keys: 'keys key out passport phone phones llaves celular teléfono salir مفتاح مفاتيح هاتف* جوال* أخرج خروج',
  carer:
    'help staff home carer carers caregiver aide nurse stepdad stepmom stepfather stepmother uncle teacher coach cuidador* enfermer* padrastro madrastra tío maestro ممرض* عامل* خادم* عمي خالي',
  strikes:
    'hitting screams screaming slapping shouts hits hit slaps slapped slap beats beating kicks shakes pinches pega pegan pegó golpea golpean يضرب* ضرب* تضرب* يصفع*',
  bruises:
    'welts welt burns ronchones bruise bruises bruised marks moretones moretón moratones cardenales كدمات كدمة رضوض',
  flinches: 'flinches flinch cowers scared afraid terrified miedo asustad* encoge تخاف يخاف خائف*',
  where_who: 'where who anything me name dónde quién quienes nada أين وين مين شيئا',
  pee: 'pee peed peeing wee weed weeing urine urinat* orin* pis تبول* يتبول تتبول بول',
  mottled: 'mottled blotchy marbled patchy ashen manchad* marmol* jaspead* مبقع* مبرقش*',
  struggles: `
    struggl* hard trouble grunting gasp* sucking sucks caving working fighting fast panting
    cuesta trabajo hund* marcan jadea* jala jalar rápido صعوب* بصعوبة يلهث تلهث ينهج تنهج
  `,
  feeds:
    'feed feeds feeding fed nurse nursing bottle milk drink drinking suck come comer mama mamar pecho leche biberón ترضع يرضع رضاعة حليب',
  infant_ill: `cold helad* frío fría بارد* 
    floppy limp wake waking rouse dry sunken fever burning cry crying temperature grey blue
    floj* flácid* despierta hundid* sec* fiebre llora تصحو يصحو يستيقظ تستيقظ رخو* خامل* حمى حرارة جاف*
  `,
  week: 'week weeks month months semana semanas mes meses أسبوع أسابيع شهر شهرين',
  old: 'old edad nacido nacida عمره عمرها',
  eyes: 'eye eyes ojo ojos عين عيني عينه عينها عيناه عيناها عيون*',
  rolled: 'rolled rolling rolls roll voltea* volte* blanco أعلى لأعلى للأعلى انقلب* فوق',
  another: 'another again stopped otra otro ثانية أخرى',
  overdosed: 'overdose* overdos* overdosing sobredos*',
  toxin: `oil paraffin naphtha 
    bleach weedkiller weedkillers herbicide pesticide insecticide antifreeze poison detergent gasoline petrol kerosene lye drain rat methanol
    cloro lejía veneno herbicida raticida insecticida gasolina detergente matarratas fosfina
    كلور كلوركس سم سما مبيد* منظف* بنزين كاز كيروسين
  `,
  all: 'all every everything whole entire todas todos todo toda entero entera كل كلها كله كامل* جميع',
  at_once: 'once together regret now hour hours ago junto juntas golpe ahora arrepent* مرة دفعة الآن ندمت',
  burner:
    'bbq heater heaters charcoal grill bbq barbecue generator boiler furnace stove fireplace exhaust calentador brasero anafre carbón generador estufa chimenea boiler دفاية صوبة فحم مولد سخان منقل',
  wakes:
    'wake wakes waking rouse roused respond responds responding despert* despiert* responde reacciona يستيقظ تستيقظ يصحو تصحو يصحى أصحيه نصحيه يرد يفيق تفيق',
  gazes: 'looking staring stare keep gaze miro mirando viendo أنظر أحدق',
  stands:
    'legs dangling up standing stand sitting sat edge ledge rail railing parado parada sentado sentada orilla borde barandal cornisa أقف واقف واقفة جالس جالسة حافة',
  note: 'note notes letter letters goodbye goodbyes carta cartas nota notas رسالة رسائل وصية وصيتي',
  selves: 'myself himself herself themselves themself sí نفسه نفسها نفسي حالها حاله',
  veins: 'wrist wrists vein veins venas muñeca muñecas معصم* عروقي شراييني رسغي',
  on_purpose: 'purpose deliberately intentionally propósito adrede عمدا متعمد* قصدا',
  urges_to:
    'warning orders sending telling tells tell says saying commands want wants pide piden pidiendo ordena* manda* dice dicen يأمر* تأمر* يقول تقول يطلب',
  hurting: 'rid jump die saltar أقفز hurt kill harm stab lastim* mate maté matar dañ* أقتل أؤذي أجرح أطعن',
  a_voice: 'tv television radio tele televisión تلفزيون راديو voice voices voz voces صوت صوتا أصوات أصواتا',
  loses_control: 'control controlarme controlar trust snap سيطرة أسيطر أتحكم',
  revenge: 'pay sorry regret end finish paguen pague lamentar arrepent* أنتقم سأنتقم يدفع الثمن',
  clutches: 'clutch* grabbing holding agarr* sujet* ممسك* يمسك يمسكه',
  mush: 'gobbledygook تلخبط* يخربط sense sentido entiende واضح mush mushy nonsense rubbish gibberish muddled wrong enredad* incoheren* disparates raro raras مشوش* ملخبط* مفهوم*',
  curtain: 'curtain shade shutter blackout black vanished cortina telón velo negro ستارة ستار سواد',
  hives: 'hives welts urticaria ronchas شرى طفح',
  finger: 'finger fingers thumb toe hand dedo dedos mano إصبع* أصابع* يده يدي',
  blade: 'saw machine mower grinder blender fan sierra máquina sierra licuadora منشار ماكينة فرامة',
  severed: 'off severed amputated gone cortado arrancó arrancado quitó انقطع مقطوع قطع*',
  pumping: 'pumping pumps pulsing bombea بيضخ يضخ',
  late: 'late missed retras* falt* متأخرة تأخرت متاخره',
  stabbing: 'stabbing sharp stab punzada* punzante* agud* طعن* حاد شديد',
  pupil: 'pupil pupils pupila pupilas حدقة بؤبؤ',
  uneven: 'bigger larger different pinpoint uneven tiny grande grandes desigual* puntiform* أكبر صغيرة',
  body_part:
    'chest face leg legs arm arms hand hands neck back skin belly encima pecho cara pierna piernas brazo brazos mano manos espalda صدره وجهه وجهها يده يدها رجله جلده عليه عليها',
  splashed: 'up face splash* sprayed spray squirted got salpic* cayó entró تناثر دخل رش* انسكب',
  diabetes: 'diabet* insulin sugar sugars glucose azúcar insulina glucosa سكر سكري سكره',
  deep: 'deep fruity fast acetone acetona afrutad* profund* rápido عميق سريع',
  snake:
    'snake viper rattlesnake cobra scorpion víbora serpiente culebra alacrán escorpión أفعى ثعبان حية عقرب',
  bitten: 'bit bite bitten got stung stung swell* swol* mordió picó mordedura hinch* لدغ* لسع* عض*',
  dog: 'dog dogs pitbull perro perros كلب كلاب',
  tore: 'tore torn ripped bit mauled attacked attack mordió arrancó atacó عض* هاجم* مزق*',
  torn_part: 'face cheek ear neck open kids kid cara mejilla cuello وجه* خد* رقبة*',
  pulled: 'pulled pull dragged fished found saqué sacamos sacaron encontr* أخرجنا طلعنا أخرجناه طلعناه',
  water_place:
    'pool lake river bathtub tub bath sea piscina alberca río lago tina mar مسبح نهر بحر حوض بانيو',
  drowsy:
    'drowsy coughing cough blue limp breathing unconscious tose tosiendo dormid* morad* respira* يسعل نعسان يتنفس أزرق',
  thunder: 'thunderclap thunder explod* explosion exploded golpe estall* rayo انفجار انفجر صاعقة',
  spots: 'spot spots rash dots manchas mancha puntos sarpullido بقع نقاط طفح',
  fades:
    'fade fades blanch blanche disappear go quitan quita desaparecen desaparece borran يختفي تختفي يزول تزول',
  pressed:
    'press pressed pressing glass purple red apretar* apriet* vaso morad* roj* ضغط* كأس كوب بنفسجي* حمراء',
  glare: 'light lights luz luces ضوء نور',
  streaks: 'streak streaks lines raya rayas líneas خطوط',
  stairs: 'stairs staircase escalera escaleras درج سلم',
  abuser:
    'uncle stepdad stepfather stepbrother coach priest cousin tío padrastro primo entrenador عمي خالي مدرب',
  secret: 'secret secrets secreto secretos سر سرا',
  private_time: 'night bedtime bed touches touch does toca tocó noche cama يلمس* لمس* ليلا سرير',
  bought: 'bought buying compré comprado اشتريت',
  sits_on: 'sitting standing sat stamping kneeling sentad* parad* encima يجلس جالس واقف جاثم',
  monoxide: 'monoxide monóxido أكسيد',
  alarm: 'alarm alarms detector suena sonando beeping جهاز إنذار يرن',
  watery: 'fluid water waters líquido agua ماء سائل',
  gets_up: 'up stand levanta levantar يقوم تقوم',
  kills_me: 'يذبحني سيذبحني سيقتلني يقتلني بقتلي ذبحي قتلي',
  kills_you: 'kill bury murder matarme mataría desfigurar',
  tied: 'tie tied ties tying restrain* amarr* atad* atan يربط* ربط* مربوط*',
  heart: 'heart pulse corazón pulso قلبي قلبه قلبها نبض*',
  racing: 'racing pounding hammering fluttering mil acelerado desbocado rápido يخفق يدق بسرعة',
  burning_thing:
    'oil fire water tea stove steam grease flames aceite fuego agua vapor llamas estufa زيت نار ماء بخار شاي',
  firearm: 'gun pistol rifle shotgun revolver machete knife cuchillo pistola escopeta مسدس بندقية سكين ساطور',
  holds: 'hand hands hold holding loaded mano manos tengo cargada يدي معي',
  sees: 'see sees seeing saw ve veo ven viendo alucina يرى ترى أرى يشوف تشوف',
  unreal: 'things people bugs spiders cosas gente bichos أشياء ناس أشخاص',
  ill_old: 'fever burning infection patchy chills fiebre calentura infección محموم حمى حرارة التهاب',
  gives_away: 'gave give giving away sorted repartí regalé وزعت',
  belongings: 'things stuff belongings cosas pertenencias أغراضي ممتلكاتي',
} as const satisfies Readonly<Record<string, string>>;
