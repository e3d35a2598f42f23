import type { Today } from '../../../../sync/protocol/api/day.ts';
import { LocalizedText } from '../../../i18n/index.ts';

/** Of a form that may have been withdrawn since: then its slug. */
export function FormTitle({ slug, forms }: { readonly slug: string; readonly forms: Today['forms'] }) {
  const form = forms.find((one) => one.slug === slug);
  return form ? <LocalizedText text={form.title} /> : <bdi>{slug}</bdi>;
}
