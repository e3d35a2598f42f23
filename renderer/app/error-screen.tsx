import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isLoadFailure } from '../base/load-failure.ts';
import { OptionalPart } from '../base/optional-part.tsx';
import { TextLink } from '../design/basic/actions/links.tsx';
import { NativeButton } from '../design/basic/actions/native-button.tsx';
import { Page } from '../design/basic/layout/page.tsx';
import { Row, Stack } from '../design/basic/layout/stack.tsx';
import { Heading } from '../design/basic/text/heading.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { useMessages } from '../i18n/index.ts';
import { useBootstrap } from '../shell/bootstrap/bootstrap-context.ts';
import { VendorPage } from '../shell/frame/vendor-page.tsx';
import { usePageName } from '../shell/page/page-name.ts';

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
  const words = (
    <Stack>
      <Heading level={1}>{t(unreachable ? 'error.unreachable.title' : 'error.title')}</Heading>
      <Text>{t(unreachable ? 'error.unreachable.text' : 'error.text')}</Text>
      <Text>{t('error.kept')}</Text>
      <Row gap={5}>
        <NativeButton onClick={tryAgain}>{t('error.again')}</NativeButton>
        <TextLink standalone href={pack ? `/connect/${pack.slug}/` : '/'}>
          {pack ? t('notFound.home', { name: pack.name }) : t('notFound.platform')}
        </TextLink>
      </Row>
    </Stack>
  );
  // The vendor's has the numbers to turn to. What broke may be in it, too.
  const Frame = pack ? VendorPage : Page;
  return (
    <OptionalPart instead={<Page>{words}</Page>}>
      <Frame>{words}</Frame>
    </OptionalPart>
  );
}
