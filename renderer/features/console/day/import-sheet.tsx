import { useState } from 'react';
import {
  type ImportAnswer,
  type ImportColumn,
  type ImportFault,
  importColumns,
  importFaults,
} from '../../../../sync/protocol/api/day.ts';
import { Notice, Stack, Text } from '../../../design/basic/index.ts';
import { FilePicker, Sheet } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './import-sheet.module.css';
import { readFileText } from './read-file-text.ts';

const SHOWN = 50;

export interface ImportSheetProps {
  readonly onImported: (answer: ImportAnswer) => void;
  readonly onClose: () => void;
}

interface Fault {
  readonly line: number;
  readonly column: ImportColumn | undefined;
  readonly fault: ImportFault;
}

function isColumn(name: string | undefined): name is ImportColumn {
  return name !== undefined && Object.hasOwn(importColumns, name);
}

/** Of the server's pointers, `/lines/3/birthDate`. */
function faultsOf({ errors = [] }: Failure): readonly Fault[] {
  return errors.flatMap(({ pointer, detail }): Fault[] => {
    const [, , line = '', column] = pointer.split('/');
    const fault = importFaults.find((known) => known === detail);
    return fault === undefined || !/^\d+$/.test(line)
      ? []
      : [{ line: Number(line), column: isColumn(column) ? column : undefined, fault }];
  });
}

/** A file of the practice's calendar: all of it, or what is wrong with it, line by line. */
export function ImportSheet({ onImported, onClose }: ImportSheetProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [name, setName] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [pending, setPending] = useState(false);
  const faults = failure ? faultsOf(failure) : [];

  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (!file || pending) return;
    setName(file.name);
    setFailure(undefined);
    setUnreadable(false);
    setPending(true);
    const csv = await readFileText(file);
    const answer = csv === undefined ? undefined : await api.importAppointments(csv);
    setPending(false);
    if (!answer) setUnreadable(true);
    else if (answer.ok) onImported(answer.value);
    else setFailure(answer.failure);
  };

  return (
    <Sheet isOpen onOpenChange={onClose} title={t('import.title')}>
      <Stack gap={4}>
        <Text>{t('import.columns')}</Text>
        <p className={styles.columns} dir="ltr" lang="en">
          {Object.values(importColumns).join(', ')}
        </p>
        <Text size="xs" tone="soft">
          {t('import.help')}
        </Text>
        <FilePicker
          label={t('import.file')}
          files={[]}
          sources={[
            {
              id: 'csv',
              label: t('import.choose'),
              icon: 'file',
              accept: ['text/csv', 'text/plain', '.csv'],
            },
          ]}
          onSelect={(files) => void take(files)}
          onRemove={() => undefined}
        />
        <div role="status">{pending && t('import.pending')}</div>
        {isUnreadable && (
          <Notice tone="warning" live="alert">
            {t('import.unreadable')}
          </Notice>
        )}
        {failure && faults.length === 0 && (
          <Notice tone="warning" live="alert">
            {textOf(failure)}
          </Notice>
        )}
        {faults.length > 0 && (
          <>
            <Notice tone="warning" live="alert" title={t('import.refused', { name: name ?? '' })}>
              {t('import.refused.text')}
            </Notice>
            <ol className={styles.faults}>
              {faults.slice(0, SHOWN).map(({ line, column, fault }) => (
                <li key={`${line} ${column ?? ''} ${fault}`}>
                  <span className={styles.where}>
                    {line > 0 && t('import.line', { line })}{' '}
                    {column !== undefined && (
                      <bdi lang="en" dir="ltr">
                        {importColumns[column]}
                      </bdi>
                    )}
                  </span>{' '}
                  {t(`import.fault.${fault}`)}
                </li>
              ))}
            </ol>
            {faults.length > SHOWN && (
              <Text size="xs" tone="soft">
                {t('import.more', { count: faults.length - SHOWN })}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Sheet>
  );
}
