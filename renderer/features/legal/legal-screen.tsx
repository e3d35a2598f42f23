import { useLoaderData, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LegalText, PublishedLegalDocument } from '../../../sync/domain/legal/legal-document.ts';
import {
  Facts,
  Heading,
  NativeButton,
  Notice,
  Row,
  Rule,
  Skeleton,
  Stack,
  Text,
} from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import {
  directionOf,
  LocalizedText,
  useFormat,
  useLanguage,
  useLocalized,
  useMessages,
} from '../../i18n/index.ts';
import { longDate } from '../../i18n/plain-words.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { Blocks } from './blocks.tsx';
import styles from './legal-screen.module.css';
import { fetchLegalText, plainText, sectionsOf, textOf } from './legal-text.ts';
import { useAgreedVersion } from './use-agreed-version.ts';

/** One legal document in its current version; the route table leads an unknown one to the list of all. */
export function LegalScreen() {
  const { legal: slug } = useParams({ strict: false });
  const { legal } = usePack();
  const document = legal.find((each) => each.slug === slug);
  return document && <Document key={document.slug} document={document} />;
}

type Loaded =
  | { readonly status: 'loading' | 'unreachable' }
  | { readonly status: 'ready'; readonly text: LegalText };

/** The text at `url`, and a way to ask for it again. The route has fetched it already, unless the language was changed since. */
function useLegalText(url: string): readonly [Loaded, () => void] {
  const fetched = useLoaderData({ from: '/connect/$vendor/$legal' });
  const text = fetched?.url === url ? fetched.text : undefined;
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState<{ readonly of: string; readonly loaded: Loaded }>();
  const wanted = `${attempt} ${url}`;
  useEffect(() => {
    if (text) return;
    let current = true;
    const tell = (loaded: Loaded) => current && setLast({ of: wanted, loaded });
    fetchLegalText(url).then(
      (text) => tell({ status: 'ready', text }),
      () => tell({ status: 'unreachable' }),
    );
    return () => {
      current = false;
    };
  }, [url, wanted, text]);
  if (text) return [{ status: 'ready', text }, () => undefined];
  return [last?.of === wanted ? last.loaded : { status: 'loading' }, () => setAttempt((count) => count + 1)];
}

function Document({ document }: { readonly document: PublishedLegalDocument }) {
  const t = useMessages('shell');
  const read = useLocalized();
  const format = useFormat();
  const { language } = useLanguage();
  const { name, brand } = usePack();
  const agreed = useAgreedVersion(document);
  const { shown, url } = textOf(document, language);
  const [loaded, again] = useLegalText(url);
  const title = read(document.title);
  const version = t('legal.version', { version: document.version });
  const effective = longDate(format, document.effectiveFrom);
  const sections = loaded.status === 'ready' ? sectionsOf(loaded.text.blocks) : [];

  const contents = sections.length > 2 ? <Contents sections={sections} lang={shown} /> : undefined;

  return (
    <VendorPage aside={contents} asideFrom="wide" art={<SideArt of={brand.art} />}>
      <article className={styles.document}>
        <Stack gap={5}>
          <Heading level={1} size="xxl">
            <LocalizedText text={document.title} />
          </Heading>
          <Rule look="brand" />
          <Facts
            layout="strip"
            items={[
              { term: t('legal.versionTerm'), value: document.version },
              { term: t('legal.effective'), value: effective },
              { term: t('legal.from'), value: name },
            ]}
          />
          {document.changes && (
            <Notice title={t('legal.changes')}>
              <LocalizedText text={document.changes} />
            </Notice>
          )}
          {agreed !== undefined && (
            <Notice tone="warning" title={t('legal.superseded', { version: agreed })}>
              {t('legal.superseded.text')}
            </Notice>
          )}
          {shown !== language && (
            <Notice tone="warning" title={t('legal.original', { language: format.languageName(shown) })}>
              {t('legal.original.text')}
            </Notice>
          )}
          {document.unreviewed.some((each) => each === shown) && (
            <Notice tone="warning">{t('legal.unreviewed')}</Notice>
          )}
        </Stack>
        {/* On a phone, below what it is the contents of. Which of the two shows is the stylesheet's to say: the page is made before a screen is known. */}
        {contents && <div className={styles.narrow}>{contents}</div>}
        <div lang={shown} dir={directionOf(shown)} className={styles.text}>
          {loaded.status === 'ready' && <Blocks blocks={loaded.text.blocks} />}
        </div>
        {loaded.status === 'loading' && <Skeleton lines={8} />}
        {loaded.status === 'unreachable' && (
          <Notice tone="warning" live="status" title={t('legal.unreachable')}>
            <p>{t('legal.unreachable.text')}</p>
            <NativeButton variant="secondary" onClick={again}>
              {t('error.again')}
            </NativeButton>
          </Notice>
        )}
        {loaded.status === 'ready' && (
          <Row gap={5} className={styles.actions}>
            <NativeButton variant="secondary" onClick={() => window.print()}>
              {t('legal.print')}
            </NativeButton>
            <NativeButton
              variant="quiet"
              onClick={() =>
                saveText(
                  `${document.slug}-${document.version}.txt`,
                  plainText(title, [name, version, `${t('legal.effective')}: ${effective}`], loaded.text),
                )
              }
            >
              {t('legal.save')}
            </NativeButton>
          </Row>
        )}
      </article>
    </VendorPage>
  );
}

function Contents({
  sections,
  lang,
}: {
  readonly sections: ReturnType<typeof sectionsOf>;
  readonly lang: string;
}) {
  const t = useMessages('shell');
  return (
    <nav aria-label={t('legal.contents')} className={styles.contents}>
      <Text size="xs" tone="soft" strong>
        {t('legal.contents')}
      </Text>
      <ol lang={lang}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = window.document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
