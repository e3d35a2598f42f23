import { type SubmitEvent, useState } from 'react';
import {
  type TrackingImportAnswer,
  trackingImportAnswerSchema,
} from '../../../../sync/protocol/api/console-orders.ts';
import { Notice, Stack, Text } from '../../../design/basic/index.ts';
import { Button, FilePicker, Sheet, TextField } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';

const MAX_SHOWN = 12;

/** Tracking numbers of many orders: first it says what it would do, then it does it. */
export function TrackingSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('order-desk');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [csv, setCsv] = useState('');
  const [found, setFound] = useState<TrackingImportAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const canApply = found !== undefined && !found.applied && found.faults.length === 0;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (found?.applied) return onClose();
    setBusy(true);
    setFailure(undefined);
    const answer = await api.ask('POST', 'tracking-import', trackingImportAnswerSchema, {
      csv,
      dryRun: !canApply,
    });
    setBusy(false);
    if (answer.ok) setFound(answer.value);
    else setFailure(answer.failure);
  };
  const change = (text: string) => {
    setCsv(text);
    setFound(undefined);
  };
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('import.title')}
      actions={
        <Button type="submit" form="tracking" isPending={isBusy}>
          {found?.applied
            ? t('import.close')
            : canApply
              ? t('import.apply', { count: found.added })
              : t('import.check')}
        </Button>
      }
    >
      <form id="tracking" onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <Text>{t('import.text')}</Text>
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
            onSelect={([file]) => void file?.text().then(change)}
            onRemove={() => undefined}
          />
          <TextField label={t('import.paste')} multiline value={csv} onChange={change} />
          <div aria-live="polite">{found && <Found found={found} />}</div>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
        </Stack>
      </form>
    </Sheet>
  );
}

function Found({ found: { applied, added, known, faults } }: { readonly found: TrackingImportAnswer }) {
  const t = useMessages('order-desk');
  if (faults.length === 0)
    return <Notice tone="success">{t(applied ? 'import.done' : 'import.ready', { added, known })}</Notice>;
  return (
    <Notice tone="warning" title={t('import.faults', { count: faults.length })}>
      <ul>
        {faults.slice(0, MAX_SHOWN).map(({ line, column, fault }) => (
          <li key={`${line} ${column} ${fault}`}>
            {line > 0 && `${t('import.line', { line })}: `}
            {t(`fault.${fault}`)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
