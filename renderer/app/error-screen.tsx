import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Heading } from '../design/basic/heading.tsx';
import { TextLink } from '../design/basic/links.tsx';
import { NativeButton } from '../design/basic/native-button.tsx';
import { Page } from '../design/basic/page.tsx';
import { Row, Stack } from '../design/basic/stack.tsx';
import { Text } from '../design/basic/text.tsx';
import { useMessages } from '../i18n/index.ts';
import { useBootstrap } from './bootstrap-context.ts';
import { isLoadFailure } from './load-failure.ts';
import { usePageName } from './page-name.ts';
import { PhoneNumber } from './phone-number.tsx';

/** A screen broke, or its code couldn't be fetched. The device's store is apart from the screens: what was written is kept. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  usePageName('title.error');
  const t = useMessages('shell');
  const router = useRouter();
  const { pack } = useBootstrap();
  const unreachable = isLoadFailure(error);
  const tryAgain = () => {
    // A module that failed to load stays failed for as long as the page lives.
    if (unreachable) window.location.reload();
    else {
      reset();
      void router.invalidate();
    }
  };
  return (
    <Page>
      <Stack gap={5}>
        <Stack gap={3}>
          <Heading level={1}>{t(unreachable ? 'error.unreachable.title' : 'error.title')}</Heading>
          <Text>{t(unreachable ? 'error.unreachable.text' : 'error.text')}</Text>
          <Text>{t('error.kept')}</Text>
        </Stack>
        <Row gap={5}>
          <NativeButton onClick={tryAgain}>{t('error.again')}</NativeButton>
          <TextLink standalone href={pack ? `/connect/${pack.slug}/` : '/'}>
            {pack ? t('notFound.home', { name: pack.name }) : t('notFound.platform')}
          </TextLink>
        </Row>
        {pack && (
          <Text tone="soft">
            {t('error.contact', { name: pack.name })}{' '}
            <TextLink href={`tel:${pack.contact.phone}`}>
              <PhoneNumber number={pack.contact.phone} />
            </TextLink>
          </Text>
        )}
      </Stack>
    </Page>
  );
}
