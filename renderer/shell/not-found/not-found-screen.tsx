import { useRouterState } from '@tanstack/react-router';
import { Heading, LinkRow, Page, Rows, RowTitle, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../i18n/index.ts';
import { useBootstrap } from '../bootstrap/bootstrap-context.ts';
import { VendorPage } from '../frame/vendor-page.tsx';
import { usePageName } from '../page/page-name.ts';
import { PlatformHeader } from '../platform/platform-header.tsx';

/** An address that leads nowhere: what is known, and where to go on. */
export function NotFoundScreen() {
  usePageName('title.notFound');
  const { pack, scope, missingVendor } = useBootstrap();
  if (missingVendor !== undefined) return <ClinicNotFound slug={missingVendor} />;
  return pack && scope === 'vendor' ? <LostInVendor /> : <LostOnPlatform />;
}

function LostInVendor() {
  const t = useMessages('shell');
  const { slug, name, questionnaires, legal, brand } = usePack();
  const isForm = useRouterState({ select: ({ location }) => location.pathname.includes('/questionnaire/') });
  const isDocument = useRouterState({ select: ({ location }) => location.pathname.split('/').length === 4 });
  return (
    <VendorPage art={<SideArt of={brand.art} />}>
      <Stack gap={6}>
        <Stack gap={3}>
          <Heading level={1}>{t(isForm ? 'notFound.form' : 'notFound.title')}</Heading>
          <Text>{t(isForm ? 'notFound.form.text' : 'notFound.text', { name })}</Text>
        </Stack>
        <Rows label={t('notFound.goOn')}>
          {questionnaires.map((form) => (
            <LinkRow
              key={form.slug}
              icon="file"
              link={
                <TextLink
                  to="/connect/$vendor/questionnaire/$questionnaire"
                  params={{ vendor: slug, questionnaire: form.slug }}
                  tone="ink"
                >
                  <LocalizedText text={form.title} />
                </TextLink>
              }
              description={<LocalizedText text={form.purpose} />}
            />
          ))}
          {isDocument &&
            legal.map((document) => (
              <LinkRow
                key={document.slug}
                icon="file"
                link={
                  <TextLink
                    to="/connect/$vendor/$legal"
                    params={{ vendor: slug, legal: document.slug }}
                    tone="ink"
                  >
                    <LocalizedText text={document.title} />
                  </TextLink>
                }
              />
            ))}
          <LinkRow
            icon="arrow-back"
            link={
              <TextLink to="/connect/$vendor/" params={{ vendor: slug }} tone="ink">
                {t('notFound.home', { name })}
              </TextLink>
            }
          />
        </Rows>
      </Stack>
    </VendorPage>
  );
}

function ClinicNotFound({ slug }: { readonly slug: string }) {
  const t = useMessages('shell');
  return (
    <Page header={<PlatformHeader />}>
      <Stack gap={6}>
        <Stack gap={4}>
          <Heading level={1} size="xxl">
            {t('notFound.clinic')}
          </Heading>
          <Text size="m" tone="soft">
            {t('notFound.clinic.text')} <bdi>/connect/{slug}/</bdi>
          </Text>
          <Text>{t('notFound.clinic.kept')}</Text>
        </Stack>
        <Rows>
          <LinkRow link={<RowTitle href="/#clinics">{t('notFound.platform')}</RowTitle>} />
        </Rows>
      </Stack>
    </Page>
  );
}

function LostOnPlatform() {
  const t = useMessages('shell');
  return (
    <Page header={<PlatformHeader />}>
      <Stack gap={6}>
        <Stack gap={4}>
          <Heading level={1} size="xxl">
            {t('notFound.title')}
          </Heading>
          <Text size="m" tone="soft">
            {t('notFound.platform.text')}
          </Text>
        </Stack>
        <Rows>
          <LinkRow link={<RowTitle href="/#clinics">{t('notFound.platform')}</RowTitle>} />
        </Rows>
      </Stack>
    </Page>
  );
}
