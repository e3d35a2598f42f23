import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import { TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';

/** The terms of sale, beside whatever is agreed to: what is being ordered stays open. */
export function TermsLink({ terms }: { readonly terms: PublishedLegalDocument }) {
  const t = useMessages('checkout');
  const { slug } = usePack();
  return (
    <TextLink
      to="/connect/$vendor/$legal"
      params={{ vendor: slug, legal: terms.slug }}
      target="_blank"
      standalone
    >
      {t('consent.read', { version: terms.version })}
    </TextLink>
  );
}
