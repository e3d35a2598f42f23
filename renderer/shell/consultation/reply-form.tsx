import { type SubmitEvent, useEffect, useState } from 'react';
import type { ConsultationView } from '../../../sync/domain/care/consultation.ts';
import { replySubmission } from '../../../sync/protocol/operations/care-reply.ts';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { Notice } from '../../design/basic/status/notice.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useDeliveries, usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useAccountState } from '../../device/use-account.ts';
import { useOffline } from '../../device/use-offline.ts';
import { useMessages } from '../../i18n/index.ts';
import { useWrittenReply } from './written-reply.ts';

const MAX_REPLY = 4000;

interface ReplyFormProps {
  /** The operation that sent the form. */
  readonly consultation: string;
  readonly asked: NonNullable<ConsultationView['asked']>;
}

/** Kept while it is written; queued on this device at once, and sent when there is a network. */
export function ReplyForm({ consultation, asked }: ReplyFormProps) {
  const t = useMessages('consultation');
  const { slug, name: vendor } = usePack();
  const platform = usePlatform();
  const account = useAccountState();
  const offline = useOffline();
  const { text, write, drop } = useWrittenReply(consultation);
  const [state, setState] = useState<'writing' | 'empty' | 'long' | 'sending' | 'failed'>('writing');
  const sent = useDeliveries()?.find(({ kind, about }) => kind === 'care.reply' && about.asked === asked.id);
  const isSent = sent !== undefined;
  useEffect(() => {
    // Also where the page ended between the two: the outbox has it.
    if (isSent) void drop().catch(() => undefined);
  }, [isSent, drop]);
  if (sent) {
    const hasArrived = sent.state === 'received';
    return (
      <StatusLine status={hasArrived ? 'sent' : offline ? 'offline' : 'waiting'} live>
        {t(
          hasArrived
            ? 'reply.received'
            : sent.state === 'held'
              ? 'reply.held'
              : offline
                ? 'reply.waiting.offline'
                : 'reply.waiting',
          { vendor },
        )}
      </StatusLine>
    );
  }
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const written = text.trim();
    if (written === '') return setState('empty');
    if (written.length > MAX_REPLY) return setState('long');
    setState('sending');
    try {
      const { deliveries, now } = await platform;
      const person = account?.status === 'signed-in' ? account.person : undefined;
      const reply = {
        vendor: slug,
        consultation,
        asked: asked.id,
        text: written,
        repliedAt: now().toISOString(),
      };
      await deliveries.send(replySubmission({ ...reply, ...(person !== undefined && { person }) }), 'own');
      await drop().catch(() => undefined);
      setState('writing');
    } catch {
      setState('failed');
    }
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={3} align="start">
        <TextField
          label={t('reply.label')}
          multiline
          maxLength={MAX_REPLY}
          value={text}
          onChange={(next) => {
            write(next);
            setState('writing');
          }}
          error={state === 'empty' ? t('reply.missing') : state === 'long' ? t('reply.long') : undefined}
        />
        {state === 'failed' && (
          <Notice tone="warning" live="alert">
            {t('reply.failed')}
          </Notice>
        )}
        <Button type="submit" isPending={state === 'sending'}>
          {t('reply.send', { vendor })}
        </Button>
        {offline && (
          <Text size="xs" tone="soft">
            {t('reply.offline')}
          </Text>
        )}
      </Stack>
    </form>
  );
}
