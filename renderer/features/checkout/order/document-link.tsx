import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import { TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useLocalized, useMessages } from '../../../i18n/index.ts';

/** What is agreed to, beside its box: what is being ordered stays open. */
export function DocumentLink({ document }: { readonly document: PublishedLegalDocument }) {
  const t = useMessages('checkout');
  const localized = useLocalized();
  const { slug } = usePack();
  return (
    <TextLink
      to="/connect/$vendor/$legal"
      params={{ vendor: slug, legal: document.slug }}
      target="_blank"
      standalone
    >
      {document.kind === 'terms'
        ? t('consent.read', { version: document.version })
        : t('consent.document', { title: localized(document.title), version: document.version })}
    </TextLink>
  );
}
