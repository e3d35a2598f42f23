import { type ReactNode, useEffect, useRef } from 'react';
import { Heading, Page, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useRunHolder } from '../intake/in-place.ts';
import type { Opened } from './kept-line.tsx';

function Outcome({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Page>
      <Stack gap={4}>
        <Heading level={1} size="l" ref={heading}>
          {title}
        </Heading>
        {children}
      </Stack>
    </Page>
  );
}

/** A draft that was handed over is still here until somebody goes on there. */
export function OpenedElsewhere({
  opened: { address, hasDraft, isBlocked },
  onBack,
}: {
  readonly opened: Opened;
  readonly onBack: () => void;
}) {
  const t = useMessages('embed');
  return (
    <Outcome title={t(isBlocked ? 'blocked.title' : 'opened.title')}>
      {isBlocked && <Text>{t('blocked.text')}</Text>}
      {hasDraft && <Text>{t('opened.text')}</Text>}
      <TextLink href={address} target="_blank" rel="noopener" standalone>
        {t('opened.link')}
      </TextLink>
      {isBlocked && (
        <Text size="s">
          {t('blocked.copy')} <bdi dir="ltr">{new URL(address, window.location.href).href}</bdi>
        </Text>
      )}
      <div>
        <Button variant="secondary" onPress={onBack}>
          {t('opened.back')}
        </Button>
      </div>
    </Outcome>
  );
}

/** The partner's id is that of a form that was received before this one was begun. */
export function ReceivedBefore() {
  const t = useMessages('embed');
  const { slug, name: vendor } = usePack();
  const { offered } = useRunHolder();
  return (
    <Outcome title={t('received.title', { vendor })}>
      <Text>{t('received.text', { vendor })}</Text>
      <TextLink
        href={`/connect/${slug}/questionnaire/${offered.slug}`}
        target="_blank"
        rel="noopener"
        standalone
      >
        {t('open')}
      </TextLink>
    </Outcome>
  );
}

/** The same, found out as it was about to be sent. */
export function TakenMeanwhile({ onBack }: { readonly onBack: () => void }) {
  const t = useMessages('embed');
  const { name: vendor } = usePack();
  return (
    <Outcome title={t('taken.title', { vendor })}>
      <Text>{t('taken.text')}</Text>
      <div>
        <Button variant="secondary" onPress={onBack}>
          {t('taken.back')}
        </Button>
      </div>
    </Outcome>
  );
}
