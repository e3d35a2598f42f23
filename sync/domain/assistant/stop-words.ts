/** Words that say nothing of what a question is about. */

import type { Language } from '../languages.ts';
import { wordsOf } from '../words/fold-text.ts';

const words: Readonly<Record<Language, string>> = {
  en: `a an and any are as at be been before by can could did do does dont for from get give got had has have he hello help her hi him his how i if im in into is isnt it its
    just know let like may me mean my need no not of on one or our out please say she should so some somebody someone something tell than thank thanks that the their them then there these
    they thing think this those to too us use used using want was we were what whats when which who why will with would you your yours about after also am because but did other per
    really still there today very well way`,
  es: `a al algo alguien algún alguna ante antes aquí así ayuda ayudar ayudan con como cómo cual cuál cuando cuándo da de del desde decir dice dime donde e el él ella en es esa ese eso esta está este esto
    estoy fue gracias ha hacer hacen hago hasta hay he hola la las le les lo los me mi mis mucho muy más necesito ni no nos nuestro o para pero podría por porque pueda puede pueden puedo qué que quiero quién quien
    quiere saber se sea ser si sí sin sobre son soy su sus también te tengo tiene tienen tener un una unas uno unos usted ustedes va voy y ya yo favor dan debo debe hace`,
  ar: `أنا أنت أنتم هو هي هم نحن هذا هذه ذلك تلك ما ماذا من متى أين كيف كم لماذا هل في على إلى عن مع أن إن أو و ثم لكن لا نعم قد كان كانت يكون تكون لي لك له لها لنا عند عندي عندكم لدي لديكم
    أريد أود أحتاج يمكن يمكنني أستطيع ممكن من فضلك فضلك شكرا مرحبا السلام عليكم كل بعض أي شيء بعد قبل حتى الذي التي الذين حول ب ل ك ف يا أيها هناك هنا جدا أيضا يجب علي بها به فيه فيها منه منها إذا لو عليه يوجد توجد تقدمون تقدم`,
};

const sets: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(wordsOf(words.en)),
  es: new Set(wordsOf(words.es)),
  ar: new Set(wordsOf(words.ar)),
};

export const stopWords: readonly string[] = Object.values(sets).flatMap((set) => [...set]);

export const isStopWord = (word: string): boolean =>
  word.length < 2 || Object.values(sets).some((set) => set.has(word));

/** The language that a question is asked in, whatever the page's is. */
export function languageOfQuestion(text: string, page: Language): Language {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar';
  if (/[¿¡ñáéíóú]/i.test(text)) return 'es';
  const said = wordsOf(text);
  const count = (language: Language) => said.filter((word) => sets[language].has(word)).length;
  const [en, es] = [count('en'), count('es')];
  if (en === es) return page === 'ar' ? 'en' : page;
  return en > es ? 'en' : 'es';
}
