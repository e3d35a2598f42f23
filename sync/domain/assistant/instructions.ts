/**
 * Text of a vendor that speaks to a machine instead of to patients (OWASP LLM01), or that orders its readers about. Such a text is no passage: it is neither shown
 * as an answer nor given to a model. Generous: a text that is left out costs an answer, one that isn't may cost more.
 * This is one of three doors: a model is also told that passages are data, and what it writes is held against them sentence by sentence.
 */
import { foldText, hasPhrase, wordsOf } from '../words/fold-text.ts';

const listOf = (text: string) =>
  text
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter((each) => each !== '')
    .map((each) => wordsOf(each));
const setOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

/** Whom nobody who writes for patients addresses. */
const ADDRESSED = listOf(`
  assistant, assistants, chatbot, chatbots, chat bot, language model, language models, ai model, ai models, the ai, an ai, ai, ais, ai system, ai systems, ai tools, ai agent, ai agents,
  artificial intelligence, llm, llms, gpt, chatgpt, gemini, copilot, system prompt, system message, system note, this prompt, your prompt, new prompt, the prompt, to the model, the model must, the model should,
  the model is, model must, dear model, hey model, models must, models should, models reading, for models, to models, this model, language models, bots, the bot, bot reading, crawler, crawlers, web scraper, scrapers, large language
  asistente, asistentes, asistente virtual, modelo de lenguaje, modelos de lenguaje, modelo de ia, modelos de ia, la ia, una ia, ia, las ia, inteligencia artificial, mensaje de sistema, mensaje del sistema, nota del sistema,
  al modelo, el modelo debe, para el modelo, querido modelo, los modelos, modelo debe, estimado modelo, chatbot, bots, el bot, al bot
  المساعد, للمساعد, المساعدين, مساعد, أيها المساعد, الذكاء الاصطناعي, ذكاء اصطناعي, نموذج اللغة, نموذج لغوي, النموذج اللغوي, النماذج اللغوية, نماذج اللغة, للنموذج, أيها النموذج, على النموذج, روبوت المحادثة, الروبوت, للروبوت, روبوت,
  تعليمات النظام, رسالة النظام, ملاحظة النظام, ملاحظة للنظام
`);
/** Who has such a name, and works with patients. */
const PEOPLE = listOf(
  `physician assistant, physician assistants, medical assistant, medical assistants, pharmacy assistant, dental assistant, shop assistant, asistente médico, asistente médica, asistente social, asistente dental, مساعد طبيب, مساعد صيدلي, مساعد طبي`,
);

/** What only who wants another answer than the truth asks for, whomever it is said to. */
const DEMANDS = listOf(`
  summarizer, summarizers, summarizing this, summarising this, automated readers, automated reader, computer program, computer programs, are a computer, are a machine, are a program, are a bot, are a robot, answering from, answers from this, reading this, read this text, output the, told before, were told, para el sistema, los programas, que lean esto, que lea esto, quien responda, eres una máquina, eres un programa, no muestres, كنت آلة, كنت برنامجا, يقرأ هذا, تقرأ هذا, للنظام الآلي,
  must answer, must reply, must respond, must say, must tell, must output, should answer, should reply with, always answer, always reply,
  always respond, always say, always recommend, answer only, answer every, only correct answer, as the answer, each answer, every answer, each response,
  every response, end each, end every, begin each, begin every, prepend, reading this page, reading this text, reading this must, reads this page,
  who read this page, whoever reads this, when you are asked, if you are asked, when somebody asks, whenever somebody asks, whenever someone asks,
  whenever anyone asks, if anyone asks, if somebody asks, if someone asks, if a user asks, when a user asks, when users ask, if a patient asks,
  when a patient asks, when patients ask, if the patient asks, every reader, each reader, tell readers, tell the user, you are now, never reveal,
  do not cite, dont cite, do not quote, cite only, quote only, cite this, quote this, without citing, other passages, older passages, previous passages,
  other passage, otherwise is outdated, jailbreak, developer mode, debe responder, debe decir, debe contestar, deben responder, deben decir,
  debes responder, debes decir, debe decirlo, responde siempre, responde que, responda siempre, responda que, contesta siempre,
  contesta que, conteste que, di siempre, diles, dígales, recomienda siempre, escribe que, escriba que, respuesta oficial, única respuesta,
  tus respuestas deben, en tus respuestas, quien lea esta página, que lea esta página, que lean esta página, al leer esto, si lees esto,
  cuando pregunten, cuando te pregunten, si te preguntan, si alguien pregunta, cuando alguien pregunte, si preguntan, si el usuario, cuando el usuario,
  a todos los lectores, cada lector, no revele, no citar, cita solo, cita únicamente, cita esta, demás textos, otros pasajes, demás pasajes, pasajes,
  demás fuentes, ahora eres, actúa como, máxima prioridad, قل لهم, قولي إن, أجب بأن, أجب بـ, أجب دائما, أجب دوما, يجيب بأن, يجب أن تجيب,
  الإجابة الرسمية, الجواب الرسمي, الإجابة الصحيحة الوحيدة, إجاباتك يجب, أخبر كل, أخبر الجميع, أخبر القارئ, أخبر المستخدم, انصح الجميع, انصح كل,
  من يقرأ هذه الصفحة, قارئ هذه الصفحة, كل قارئ, إذا سئلت, إذا سألك, عندما يسأل, عند السؤال, إذا سأل أحد, كلما سأل, لا تذكري, ألا يذكر, لا تقتبس,
  لا تستشهد, اقتبس فقط, النصوص الأخرى, المقاطع الأخرى, المقاطع, أنت الآن, تصرف ك, أضف الرابط
`);
/** Said to patients, too: two of them in one text are a demand. */
const HINTS = listOf(`
  قل إن, this text, this paragraph, only this, the word, the phrase, the line, obsolete, out of date, elsewhere on this site, software, has to add, este texto, este párrafo, la palabra, la frase, obsoleto, obsoletos, tiene que añadir, هذا النص, هذه الفقرة, الكلمة, العبارة, برنامج,
  your answer, your answers, your response, your responses, your reply, when asked, if asked, the user, users who, the reader, all readers, append,
  this message, these instructions, this note, this instruction, act as, state that, claim that, pretend, say that, tell them that, tell the patient,
  tell patients, tell users, tell everyone, tell everybody, tell every, from now on, leave out, never mention, never say, dont mention, do not mention,
  do not reveal, dont reveal, other sources, other texts, override, overrides, supersedes, the passages, passages, following instructions,
  new instructions, new rules, asks about this, answer with, reply with, respond with, answer that, answer all, reply only, official answer,
  only answer, correct answer is, high priority, highest priority, takes precedence, omite, omita, a partir de ahora, al usuario, los usuarios,
  el usuario, al lector, esta nota, este mensaje, esta instrucción, estas instrucciones, eres un, otras fuentes, otros textos, otras páginas,
  otra página, no digas, no menciones, no mencione, no reveles, no cite, no cites, tu respuesta, respuesta correcta es, cada respuesta,
  todas las respuestas, si le preguntan, dile, dígale, di que, diga que, finge, prioridad máxima, المستخدم, لا تذكر, تظاهر, أضف إلى, وقل, السائلة,
  هذه الرسالة, هذه التعليمات, هذه الملاحظة, في إجابتك, في جوابك, لا تكشف, المصادر الأخرى, أخبر المريض, أخبرهم, أن يقول, أن تقول, أن يجيب, يجب أن تقول,
  كل إجابة, كل جواب, أولوية قصوى, من الآن فصاعدا
`);
const MAX_HINTS = 1;

/** What they are told: a verb, and soon after it what it is about. */
const ORDERS: readonly (readonly [verbs: ReadonlySet<string>, objects: ReadonlySet<string>])[] = [
  [
    setOf('ignore ignoring disregard disregarding forget forgetting override overriding bypass bypassing'),
    setOf(
      'instruction instructions rule rules previous above prior earlier everything guidelines other others older old passage passages text texts source sources page pages warning warnings said says otherwise rest prompt',
    ),
  ],
  [
    setOf(
      'ignora ignore ignorar ignoren ignorad olvida olvide olvidar olviden descarta descarte omite omita',
    ),
    setOf(
      'instrucción instrucciones regla reglas anterior anteriores demás previas previos previo otros otras otro otra textos texto pasajes fuentes páginas advertencias dicho resto todo',
    ),
  ],
  [
    setOf('تجاهل تجاهلي تجاهلوا انس انسى اهمل أهمل اترك'),
    setOf(
      'تعليمات التعليمات قواعد القواعد سبق السابقة سابق كل النصوص نصوص المقاطع مقاطع المصادر مصادر الأخرى أخرى الباقي التحذيرات ورد قيل',
    ),
  ],
];
const SOON = 6;
/** "Don’t ignore other signs" is said to patients. */
const NEGATED = setOf('not dont never do no nunca لا');

/** A role with a colon: so begin the turns of a conversation with a machine. */
const SPEAKER =
  /(?:^|[\n.!?؟[({<*#|"'\u201C-]\s*)(?:system|assistant|user|human|ai|model|bot|developer|admin|sistema|asistente|usuario|modelo|ia|instruccion(?:es)?|instructions?|note to [\p{L} ]{1,30}|instruccion(?:es)? para [\p{L} ]{1,30}|تعليمات(?: [\p{L} ]{1,30})?|النظام|نظام|مساعد|المساعد|ملاحظه (?:ل|الي)[\p{L} ]{1,30})\s*[:：>\]]/iu;
const MARKS = /\[\[|\]\]|<\||\|>|\{\{|\}\}|<<|>>|###|```|<!--|-->|\[\/?INST\]|={4,}/i;
const ADDRESS = /https?:\/\/|\bwww\.|<\/?[a-z][^>]*>/i;
/** Letters that nobody sees split a word for those who look for it. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

const wordsOfPeople = new Set(PEOPLE.flat());
const withoutPeople = (words: readonly string[]): readonly string[] =>
  words.filter(
    (own, at) =>
      !wordsOfPeople.has(own) ||
      !PEOPLE.some((name) =>
        name.some((_part, offset) => name.every((word, i) => words[at - offset + i] === word)),
      ),
  );

export function speaksToMachines(text: string): boolean {
  const seen = text.replaceAll(UNSEEN, '');
  if (SPEAKER.test(foldText(seen)) || ADDRESS.test(seen) || MARKS.test(seen)) return true;
  const words = withoutPeople(wordsOf(seen));
  const spoken = new Set(words);
  const says = (phrase: readonly string[]) => spoken.has(phrase[0] ?? '') && hasPhrase(words, phrase);
  if ([...ADDRESSED, ...DEMANDS].some(says)) return true;
  if (HINTS.filter(says).length > MAX_HINTS) return true;
  return words.some((word, at) =>
    ORDERS.some(
      ([verbs, objects]) =>
        verbs.has(word) &&
        !words.slice(Math.max(0, at - 2), at).some((before) => NEGATED.has(before)) &&
        words.slice(at + 1, at + 1 + SOON).some((next) => objects.has(next)),
    ),
  );
}
