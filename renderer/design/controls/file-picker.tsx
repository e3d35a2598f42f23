import { FileTrigger } from 'react-aria-components';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { Icon } from '../basic/icon.tsx';
import { Button } from './button.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';
import styles from './file-picker.module.css';

export interface PickedFile {
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

export interface FilePickerProps extends FieldProps {
  readonly files: readonly PickedFile[];
  readonly onSelect: (files: readonly File[]) => void;
  readonly onRemove: (id: string) => void;
  /** MIME types. */
  readonly accept?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  /** In bytes; said beside the button, judged by the form. */
  readonly maxBytes?: number | undefined;
}

/** Files of the device or its camera, listed by name with a way to take each back. */
export function FilePicker(props: FilePickerProps) {
  const { files, onSelect, onRemove, accept, multiple = false, maxBytes } = props;
  const t = useMessages('design');
  const format = useFormat();
  const ids = useFieldIds(props);
  const sizeId = `${ids.input}-size`;
  const described = [ids.describedBy, maxBytes !== undefined && sizeId].filter(Boolean).join(' ');
  const bytes = (size: number) =>
    size < 1_000_000
      ? format.number(Math.max(1, Math.round(size / 1000)), { style: 'unit', unit: 'kilobyte' })
      : format.number(size / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name, size }) => (
            <li key={id} className={styles.file}>
              <Icon name="file" size={24} />
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <span className={styles.size}>{bytes(size)}</span>
              <Button variant="quiet" onPress={() => onRemove(id)} aria-label={t('file.remove', { name })}>
                <Icon name="trash" size={20} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: groups one button with the texts that describe it */}
      <div
        role="group"
        aria-labelledby={ids.labelledBy}
        {...(described === '' ? {} : { 'aria-describedby': described })}
      >
        <FileTrigger
          {...(accept === undefined ? {} : { acceptedFileTypes: accept })}
          allowsMultiple={multiple}
          onSelect={(list) => list && onSelect([...list])}
        >
          <Button id={ids.input} variant="secondary" isDisabled={props.isDisabled}>
            <Icon name="plus" size={20} />
            {t('file.choose', { many: multiple ? 'yes' : 'no' })}
          </Button>
        </FileTrigger>
        {maxBytes !== undefined && (
          <p id={sizeId} className={styles.limit}>
            {t('file.size', { size: bytes(maxBytes) })}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}
