import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { withMore } from '../../../sync/domain/cart/cart.ts';
import { qualificationOf } from '../../../sync/domain/cart/consultations.ts';
import { quantityLimit } from '../../../sync/domain/catalog/limits.ts';
import { ButtonLink, Notice, Text } from '../../design/basic/index.ts';
import { useEditCart } from '../../device/cart/use-cart.ts';
import { useSentForms } from '../../device/cart/use-sent-forms.ts';
import type { ShopFiles } from '../../device/catalog/fetch-shop.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';

/** What a link asks for (`?add=SKU`), once. By prescription only with a consultation; without one it says so, and names nothing: some places forbid it. */
export function AddFromLink({ files: { products } }: { readonly files: ShopFiles }) {
  const t = useMessages('cart');
  const { slug: vendor } = usePack();
  const { add } = useSearch({ from: '/connect/$vendor/cart' });
  const navigate = useNavigate();
  const edit = useEditCart();
  const forms = useSentForms();
  const [form, setForm] = useState<string>();
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (add === undefined || forms === undefined || done.current === add) return;
    done.current = add;
    const product = products.find(({ plans }) => plans.some(({ sku }) => sku === add));
    const plan = product?.plans.find(({ sku }) => sku === add);
    const put = async () => {
      if (product === undefined || plan === undefined || product.discontinued !== undefined) return;
      const item = { sku: plan.sku, product: product.slug, unit: plan.amount };
      const found = product.kind === 'rx' ? qualificationOf(product, forms, new Date()) : undefined;
      if (found && found.status !== 'qualified') return setForm(product.questionnaire);
      const named = found ? { ...item, consultation: found.form.id } : item;
      await edit((content, stamp) => withMore(content, named, 1, quantityLimit(product), stamp));
    };
    void put()
      .catch(() => undefined)
      .then(() => navigate({ to: '/connect/$vendor/cart', params: { vendor }, search: {}, replace: true }));
  }, [add, forms, products, edit, navigate, vendor]);
  if (form === undefined) return null;
  return (
    <Notice tone="info" live="status" title={t('problem.rx.none')}>
      <Text>{t('problem.rx.none.text')}</Text>
      <ButtonLink
        variant="secondary"
        to="/connect/$vendor/questionnaire/$questionnaire"
        params={{ vendor, questionnaire: form }}
      >
        {t('consult')}
      </ButtonLink>
    </Notice>
  );
}
