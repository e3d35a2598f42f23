import { useState } from 'react';
import { Heading, Stack, Text } from '../../../../../design/basic/index.ts';
import { Button } from '../../../../../design/controls/buttons/button.tsx';
import { DateField } from '../../../../../design/controls/dates/date-field.tsx';
import { focusField } from '../../../../../design/controls/fields/focus-field.ts';
import { usePlatform } from '../../../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../../../i18n/index.ts';
import type { DraftContent } from '../../../../../platform/contract/contract.ts';
import { tryUnlock, waitUntil } from '../../../flow/draft/unlock.ts';
import { unwrapFlow, wrapFlow } from '../../../flow/machine/persisted-flow.ts';

interface UnlockDraftProps {
  readonly content: DraftContent;
  readonly onOpen: () => void;
}

/** On a shared device: whose form is it? Says nothing of it before the date of birth fits. */
export function UnlockDraft({ content, onOpen }: UnlockDraftProps) {
  const t = useMessages('flow');
  const format = useFormat();
  const platform = usePlatform();
  const record = unwrapFlow(content.flow);
  const [tries, setTries] = useState(record?.unlock);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const id = `unlock-${content.draftId}`;
  const waitText = (until: Date) => t('unlock.wait', { time: format.time(until) });

  const submit = async () => {
    const store = await platform;
    const now = store.now();
    const blocked = waitUntil(tries, now);
    if (blocked) return setError(waitText(blocked));
    if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) {
      setError(t('unlock.missing'));
      focusField(id);
      return;
    }
    const result = tryUnlock(typed, content.patient.birthDate, tries, now);
    const counted = result.status === 'open' ? undefined : result.tries;
    setTries(counted);
    if (record) {
      const { unlock: _before, ...rest } = record;
      // The row keeps its time: trying is not writing.
      await store.drafts
        .save({ ...content, flow: wrapFlow(counted ? { ...rest, unlock: counted } : rest) })
        .catch(() => undefined);
    }
    if (result.status === 'open') return onOpen();
    setError(result.status === 'wait' ? waitText(result.until) : t('unlock.wrong', { left: result.left }));
    setTyped('');
    focusField(id);
  };
  return (
    <Stack as="section" gap={4} aria-labelledby={`${id}-title`}>
      <Stack gap={2}>
        <Heading level={2} size="l" id={`${id}-title`}>
          {t('unlock.title')}
        </Heading>
        <Text tone="soft">{t('unlock.text', { when: format.dateTime(content.updatedAt) })}</Text>
      </Stack>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4}>
          <DateField id={id} label={t('who.birthDate')} value={typed} onChange={setTyped} error={error} />
          <Button type="submit" size="l" fullWidth>
            {t('unlock.open')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
