import { useContext, useEffect, useEffectEvent, useState } from 'react';
import { numberedOptions, showOptionKeys } from '../../../../design/controls/choices/numbered-options.ts';
import { DeviceSettingsContext } from '../../../../device/provider/device-settings-context.ts';
import { useMessages } from '../../../../i18n/index.ts';
import styles from './runner-keys.module.css';

const SETTING = 'platform:keys';
/** Where a digit is part of what is typed. */
const TYPED =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]';
/** What Enter does there is the browser's business, or the control's. */
const OWN_ENTER = 'button, a, summary, textarea, select, input[type="file"], form';
/** What is open over the question takes every key. */
const OPEN = '[aria-expanded="true"]:is(input, select), [role="listbox"], [role="menu"]';

export interface RunnerKeysProps {
  readonly onBack: () => void;
  readonly onEnter: () => void;
  readonly enterLabel: string;
}

/** By the key's place: the same in every layout, and on the number pad only while it writes digits. */
const digitOf = ({ code, key }: KeyboardEvent) =>
  key.length === 1 ? Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? 0) : 0;

/** Single keys can be turned off (WCAG 2.1.4): a voice, or a slip of the hand, presses them, too. */
function useSwitch() {
  const settings = useContext(DeviceSettingsContext);
  const [isOn, setOn] = useState(() => {
    try {
      return settings?.getItem(SETTING) !== 'off';
    } catch {
      return true;
    }
  });
  const toggle = () => {
    setOn(!isOn);
    try {
      settings?.setItem(SETTING, isOn ? 'off' : 'on');
    } catch {
      // No room, or forbidden: the choice holds for this form.
    }
  };
  return { isOn, toggle };
}

/** Number keys, Enter and Escape for those with a keyboard and a mouse, and a line that says so: to be seen, and not to be heard. */
export function RunnerKeys({ onBack, onEnter, enterLabel }: RunnerKeysProps) {
  const t = useMessages('flow');
  const { isOn, toggle } = useSwitch();
  const [options, setOptions] = useState(0);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof Element) || target.closest(OPEN) || document.querySelector('dialog[open]'))
      return;
    if (key === 'Escape') return onBack();
    if (key === 'Enter') return target.closest(OWN_ENTER) ? undefined : onEnter();
    const option = target.closest(TYPED) ? undefined : numberedOptions(document, target)[digitOf(event) - 1];
    option?.focus();
    option?.click();
  });
  useEffect(() => {
    if (!isOn) return;
    const look = () => setOptions(numberedOptions(document, document.activeElement).length);
    const hide = showOptionKeys(document);
    look();
    // Before the controls, which keep what they have no use for.
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener, true);
    document.addEventListener('focusin', look);
    return () => {
      hide();
      document.removeEventListener('keydown', listener, true);
      document.removeEventListener('focusin', look);
    };
  });
  return (
    <>
      {isOn && (
        <span aria-hidden="true" className={styles.keys}>
          <span className={styles.enter}>
            <kbd>Enter</kbd> {enterLabel}
          </span>
          <span>
            <kbd>Esc</kbd> {t('runner.back')}
          </span>
          {/* Keeps its room: a line less at the end of the page would move the button that is being pressed. */}
          <span className={options > 1 ? undefined : styles.none}>
            <kbd>1</kbd>–<kbd>{Math.max(2, options)}</kbd> {t('keys.choose')}
          </span>
        </span>
      )}
      <button type="button" className={styles.switch} onClick={toggle}>
        {t(isOn ? 'keys.off' : 'keys.on')}
      </button>
    </>
  );
}
