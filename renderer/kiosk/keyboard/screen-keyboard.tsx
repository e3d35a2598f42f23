import { useMemo, useState } from 'react';
import { KeyboardReact as Keyboard } from 'react-simple-keyboard';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import styles from './keyboard.module.css';
import { type Typing, useKeyboard } from './keyboard-context.ts';
import { type KeySet, layoutsFor } from './layouts.ts';
import { deleteBackward, insertText } from './type-into.ts';
import { usePressedKeys } from './use-pressed-keys.ts';

const NOTHING = /^$/;

/** Where Shift leads from a set of keys; it holds for one letter. */
const shifted: Readonly<Record<KeySet, KeySet>> = {
  letters: 'shifted',
  shifted: 'letters',
  accents: 'accents-shifted',
  'accents-shifted': 'accents',
  symbols: 'letters',
  latin: 'latin-shifted',
  'latin-shifted': 'latin',
};
const setOf = {
  '{letters}': 'letters',
  '{symbols}': 'symbols',
  '{accents}': 'accents',
  '{latin}': 'latin',
} as const;

/** The library's type asks for arrays that it could change. */
const mutable = (layout: ReturnType<typeof layoutsFor>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(layout).map(([name, rows]) => [name, [...rows]]));

const FIELDS = 'input:not([type="radio"], [type="checkbox"], [tabindex="-1"]), textarea';

/** The field after this one on the screen, as far as there is one. */
function nextField(field: HTMLElement): HTMLElement | undefined {
  const scope = field.closest('main') ?? document;
  const all = Array.from(scope.querySelectorAll<HTMLElement>(FIELDS));
  return all[all.indexOf(field) + 1];
}

/** A name's first letter, and the first of each of its parts: "Ana María Núñez-Gil". */
function wantsCapital({ autocapitalize, value, selectionStart }: Typing['field']): boolean {
  return autocapitalize === 'words' && /(^|[\s-])$/.test(value.slice(0, selectionStart ?? value.length));
}

/**
 * Keys for fingers. They take no focus and are hidden from screen readers, which have the field itself, and anyone who uses one has a keyboard or a
 * keypad of their own: as forty more stops of Tab before Continue they would only stand in the way. In audio mode, what is touched is spoken.
 * Nothing is predicted, corrected or remembered.
 */
export function ScreenKeyboard({ typing }: { readonly typing: Typing }) {
  // Another field begins with its own first set of keys.
  return <Keys key={`${typing.kind} ${typing.field.id}`} typing={typing} />;
}

function Keys({ typing: { field, kind } }: { readonly typing: Typing }) {
  const t = useMessages('frame');
  const { language, direction } = useLanguage();
  const { hide } = useKeyboard();
  const layout = useMemo(() => mutable(layoutsFor(kind, language)), [kind, language]);
  const [set, setSet] = useState<KeySet>(() =>
    wantsCapital(field) && 'shifted' in layout ? 'shifted' : 'letters',
  );
  const multiline = field instanceof HTMLTextAreaElement;
  const following = nextField(field);
  const decimal =
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

  /** Letters, large or small as the next one of a name is written. */
  const atCase = (current: KeySet): KeySet => {
    if (field.autocapitalize !== 'words') return current;
    const capital = wantsCapital(field);
    if (current.startsWith('latin')) return capital ? 'latin-shifted' : 'latin';
    if (!('shifted' in layout) || !(current === 'letters' || current === 'shifted')) return current;
    return capital ? 'shifted' : 'letters';
  };
  const press = (key: string) => {
    switch (key) {
      case '{bksp}':
        deleteBackward(field);
        setSet(atCase(set));
        return;
      case '{space}':
        insertText(field, ' ');
        setSet(atCase(set));
        return;
      case '{decimal}':
        insertText(field, decimal);
        return;
      case '{enter}':
        if (multiline) insertText(field, '\n');
        else if (following) following.focus();
        else hide();
        return;
      case '{shift}':
        setSet(shifted[set]);
        return;
      case '{letters}':
      case '{symbols}':
      case '{accents}':
      case '{latin}':
        setSet(setOf[key]);
        return;
      default:
        insertText(field, key);
        // Sticky for one letter: holding two keys at once is not for everybody.
        if (set === 'shifted' || set === 'accents' || set === 'accents-shifted') setSet(atCase('letters'));
        else if (set === 'latin-shifted') setSet(atCase('latin'));
        else if (key === '-') setSet(atCase(set));
    }
  };
  const showPressed = usePressedKeys();
  const pad = kind !== 'text' && kind !== 'email';
  return (
    // A touch on a key must not take the focus from the field.
    <div
      className={styles.dock}
      data-pad={pad || undefined}
      data-keys
      aria-hidden="true"
      dir={pad || set.startsWith('latin') || set === 'symbols' ? 'ltr' : direction}
      onPointerDown={(event) => {
        event.preventDefault();
        showPressed(event);
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Keyboard
        baseClass={`keys-${kind}`}
        theme={`hg-theme-default ${styles.keys ?? ''}`}
        layout={layout}
        layoutName={set in layout ? set : 'letters'}
        display={{
          '{bksp}': t('key.delete'),
          '{space}': t('key.space'),
          '{enter}': multiline ? t('key.line') : following ? t('key.next') : t('key.done'),
          '{shift}': '⇧',
          '{letters}': t('key.letters'),
          '{latin}': t('key.latin'),
          '{accents}': t('key.accents'),
          '{symbols}': '123',
          '{decimal}': decimal,
        }}
        buttonAttributes={[{ attribute: 'tabindex', value: '-1' }]}
        disableCaretPositioning
        preventMouseDownDefault
        physicalKeyboardHighlight={false}
        onKeyPress={press}
        // It would keep a copy of all that is typed: nothing but the empty text is valid for it.
        inputPattern={NOTHING}
      />
    </div>
  );
}
