import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon, type IconName } from '../../basic/text/icon.tsx';
import styles from '../fields/input.module.css';

interface NativePickerProps {
  readonly type: 'date' | 'time';
  /** ISO 8601; '' where nothing whole was typed. */
  readonly value: string;
  readonly onOpen?: () => void;
  readonly onPick: (value: string) => void;
  readonly icon: IconName;
  readonly label: string;
}

const canOpen = typeof HTMLInputElement !== 'undefined' && 'showPicker' in HTMLInputElement.prototype;

/** The device's own calendar or clock, as an addition to what can be typed. */
export function NativePicker({ type, value, onOpen, onPick, icon, label }: NativePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  // What the browser hangs its calendar on is there once it is asked for: a long form has hundreds of dates.
  const [isAsked, ask] = useState(false);
  if (!canOpen) return null;
  const open = () => {
    flushSync(() => {
      ask(true);
      onOpen?.();
    });
    // Safari opens none for an element that it hasn't laid out yet, and says nothing.
    input.current?.getBoundingClientRect();
    try {
      input.current?.showPicker();
    } catch {
      // A frame of another origin may not open it: typing is always there.
    }
  };
  return (
    <span className={styles.picker}>
      <button type="button" className={styles.pickerButton} aria-label={label} onClick={open}>
        <Icon name={icon} size={24} />
      </button>
      {isAsked && (
        <input
          ref={input}
          type={type}
          className={styles.pickerInput}
          tabIndex={-1}
          aria-hidden="true"
          value={value}
          onChange={(event) => event.target.value !== '' && onPick(event.target.value)}
        />
      )}
    </span>
  );
}
