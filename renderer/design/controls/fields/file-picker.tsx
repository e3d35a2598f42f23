import { type ReactNode, useRef } from 'react';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { Icon, type IconName } from '../../basic/text/icon.tsx';
import { Button } from '../buttons/button.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';
import styles from './file-picker.module.css';

export interface PickedFile {
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** A small picture of it; a mark is there otherwise. */
  readonly picture?: ReactNode;
}

/** One way to a file: the camera, the photos, the files of the device. */
export interface FileSource {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** MIME types; any where absent. */
  readonly accept?: readonly string[] | undefined;
  /** Opens the camera itself, on devices that have one. */
  readonly capture?: 'environment' | 'user' | undefined;
  readonly multiple?: boolean | undefined;
}

export interface FilePickerProps extends FieldProps {
  readonly files: readonly PickedFile[];
  /** None where as many are there as fit. */
  readonly sources: readonly FileSource[];
  readonly onSelect: (files: readonly File[]) => void;
  readonly onRemove: (id: string) => void;
  /** Awaited before a camera or a picker opens, for as long as the browser lets one open after a press. */
  readonly beforeOpen?: (() => Promise<unknown>) | undefined;
  /** In bytes; said below the buttons, judged by the form. */
  readonly maxBytes?: number | undefined;
  /** More words below the buttons. */
  readonly note?: ReactNode;
  /** What is being done with a file just now; read out. */
  readonly status?: ReactNode;
}

/** Browsers open a picker only within about a second of the press. */
export const BEFORE_OPEN_MS = 700;

const atMost = (work: Promise<unknown>, milliseconds: number) =>
  Promise.race([
    work.catch(() => undefined),
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
  ]);

/** A size as people read it, in the reader's language. */
export function useBytes(): (size: number) => string {
  const format = useFormat();
  return (size) =>
    size < 1_000_000
      ? format.number(Math.max(1, Math.round(size / 1000)), { style: 'unit', unit: 'kilobyte' })
      : format.number(size / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
}

/** Files of the device or its camera, listed with a way to take each back. */
export function FilePicker(props: FilePickerProps) {
  const { files, sources, onSelect, onRemove, beforeOpen, maxBytes, note, status } = props;
  const t = useMessages('design');
  const bytes = useBytes();
  const ids = useFieldIds(props);
  const sizeId = `${ids.input}-size`;
  const described = [ids.describedBy, maxBytes !== undefined && sources.length > 0 && sizeId]
    .filter(Boolean)
    .join(' ');
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name, size, picture }) => (
            <li key={id} className={styles.file}>
              <span className={styles.picture}>{picture ?? <Icon name="file" size={24} />}</span>
              <span className={styles.words}>
                <span className={styles.name} dir="auto">
                  {name}
                </span>
                <span className={styles.size}>{bytes(size)}</span>
              </span>
              {!props.isReadOnly && (
                <Button variant="quiet" onPress={() => onRemove(id)} aria-label={t('file.remove', { name })}>
                  {t('file.removeThis')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: groups buttons with the texts that describe them */}
      <div
        role="group"
        aria-labelledby={ids.labelledBy}
        {...(described === '' ? {} : { 'aria-describedby': described })}
      >
        <div className={styles.sources}>
          {sources.map((source, index) => (
            <Source
              key={source.id}
              source={source}
              id={index === 0 ? ids.input : undefined}
              isDisabled={props.isDisabled}
              beforeOpen={beforeOpen}
              onSelect={onSelect}
            />
          ))}
        </div>
        <div aria-live="polite">{status !== undefined && <p className={styles.status}>{status}</p>}</div>
        {maxBytes !== undefined && sources.length > 0 && (
          <p id={sizeId} className={styles.limit}>
            {t('file.size', { size: bytes(maxBytes) })}
          </p>
        )}
        {note !== undefined && <p className={styles.limit}>{note}</p>}
      </div>
    </FieldFrame>
  );
}

interface SourceProps extends Pick<FilePickerProps, 'onSelect' | 'beforeOpen' | 'isDisabled'> {
  readonly source: FileSource;
  readonly id: string | undefined;
}

/** Not React Aria's FileTrigger: it opens within the press, and leaves no time to save what was typed. */
function Source({ source, id, isDisabled, beforeOpen, onSelect }: SourceProps) {
  const { label, icon, accept, capture, multiple = false } = source;
  const input = useRef<HTMLInputElement>(null);
  const open = async () => {
    if (beforeOpen) await atMost(beforeOpen(), BEFORE_OPEN_MS);
    input.current?.click();
  };
  return (
    <>
      <Button id={id} variant="secondary" isDisabled={isDisabled} onPress={() => void open()}>
        <Icon name={icon} size={20} />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        data-source={source.id}
        multiple={multiple}
        {...(accept === undefined ? {} : { accept: accept.join(',') })}
        {...(capture === undefined ? {} : { capture })}
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])];
          // The same file may be chosen again, after it was taken out.
          event.target.value = '';
          if (picked.length > 0) onSelect(picked);
        }}
      />
    </>
  );
}
