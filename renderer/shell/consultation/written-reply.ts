/** What a patient writes to the clinic, on this device's shelf until it is sent: a reload, a crash and a lost network take nothing of it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../../device/provider/platform-provider.tsx';
import { useSaveBeforeReload } from '../../device/unsaved-work.ts';
import type { ShelfReading } from '../../platform/contract/contract.ts';
import { updateShelf } from '../../platform/contract/update-shelf.ts';

/** After the last key. */
const SAVE_AFTER_MS = 250;

const textIn = (reading: ShelfReading): string => {
  if (reading.status !== 'found') return '';
  const { value } = reading;
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
    ? value.text
    : '';
};

export interface WrittenReply {
  readonly text: string;
  write(text: string): void;
  /** It is in the outbox, or nobody wants it any more. */
  drop(): Promise<void>;
}

/** @param consultation the operation that sent the form. */
export function useWrittenReply(consultation: string): WrittenReply {
  const platform = usePlatform();
  const name = `reply/${consultation}`;
  const [text, setText] = useState('');
  /** Not on the disk yet. */
  const unsaved = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef(Promise.resolve());

  const save = useCallback(async () => {
    clearTimeout(timer.current);
    const saved = saving.current.then(async () => {
      const next = unsaved.current;
      if (next === undefined) return;
      const { shelf } = await platform;
      if (!shelf) throw new Error('This device has no shelf.');
      await updateShelf(shelf, name, () => (next === '' ? null : { text: next }));
      if (unsaved.current === next) unsaved.current = undefined;
    });
    saving.current = saved.catch(() => undefined);
    await saved;
  }, [platform, name]);
  // Where it can't be kept, an update waits until it is sent.
  useSaveBeforeReload(save);

  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void platform.then(
      ({ shelf }) => {
        if (gone) return;
        stop = shelf?.watch(name, (reading) => {
          // From before a reload, or another tab: never over what is being typed here.
          if (unsaved.current === undefined && reading.status !== 'locked') setText(textIn(reading));
        });
      },
      () => undefined,
    );
    const saveAtOnce = () => void save().catch(() => undefined);
    document.addEventListener('visibilitychange', saveAtOnce);
    return () => {
      gone = true;
      stop?.();
      document.removeEventListener('visibilitychange', saveAtOnce);
      saveAtOnce();
    };
  }, [platform, name, save]);

  const write = useCallback(
    (next: string) => {
      unsaved.current = next;
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save().catch(() => undefined), SAVE_AFTER_MS);
    },
    [save],
  );
  const drop = useCallback(async () => {
    unsaved.current = '';
    setText('');
    await save();
  }, [save]);
  return { text, write, drop };
}
