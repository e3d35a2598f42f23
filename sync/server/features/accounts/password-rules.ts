/** Which passwords are too easy to guess for anybody. The device tells more while it is typed; this is what no device can skip. */

/** What is left of a password without the words below must still be so long. */
const MIN_OWN_CHARACTERS = 8;
const MIN_DIFFERENT_CHARACTERS = 5;
/** Longer parts that repeat are words, of which a long enough password may have several. */
const REPEATED = /^(.{1,12}?)\1+(.{0,11})$/su;
/** Beginnings of what the lists of leaked passwords have in many forms. */
const COMMON = [
  ...[
    'password',
    'passwort',
    'contraseña',
    'iloveyou',
    'letmein',
    'welcome',
    'sunshine',
    'princess',
    'football',
  ],
  ...[
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'qwertz',
    'azerty',
    '1qaz2wsx',
    '3edc4rfv',
    '1q2w3e4r',
    '5t6y7u8i',
    '9o0p',
  ],
  ...['abc123', 'admin', 'monkey', 'dragon', 'baseball', 'superman', 'trustno1', 'correcthorsebatterystaple'],
];

/** Each character follows the one before, up or down: `abcdef…`, `987654…`, `12345678901…`. */
function isRun(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0);
    return step === -9 ? 1 : step === 9 ? -1 : step;
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** @param context what strangers would try first: addresses, names of the vendor. */
export function isWeakPassword(password: string, context: readonly string[]): boolean {
  const text = password.normalize('NFC').toLowerCase();
  const characters = Array.from(text);
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS || isRun(characters)) return true;
  const [, part = '', rest = ''] = REPEATED.exec(text) ?? [];
  if (part !== '' && part.startsWith(rest)) return true;
  const words = [...context.flatMap((word) => [word, word.replaceAll(/\s/g, '')]), ...COMMON]
    .map((word) => word.normalize('NFC').toLowerCase())
    .filter((word) => word.length >= 4)
    .toSorted((a, b) => b.length - a.length);
  const own = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return own !== text && Array.from(own.replaceAll(/[\s\d.,!@_-]/g, '')).length < MIN_OWN_CHARACTERS;
}
