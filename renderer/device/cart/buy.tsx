import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { qualificationOf } from '../../../sync/domain/cart/consultations.ts';
import type { Plan, Product } from '../../../sync/domain/catalog/product.ts';
import { useNow } from '../../base/use-now.ts';
import { ButtonLink, NativeButton, StatusLine, TextLink } from '../../design/basic/index.ts';
import { useRegionalMessages } from '../../i18n/regional-messages.ts';
import { usePack } from '../provider/platform-provider.tsx';
import { useAddToCart } from './use-add-to-cart.ts';
import { useSentForms } from './use-sent-forms.ts';

interface BuyProps {
  readonly product: Product;
  readonly plan: Plan;
}

/** The one way to a product: into the cart, or through the consultation that it needs. */
export function Buy({ product, plan }: BuyProps) {
  return product.kind === 'otc' ? <Add {...{ product, plan }} /> : <Consult {...{ product, plan }} />;
}

type Adding = 'idle' | 'adding' | 'added' | 'failed';

function useAdd({ product, plan }: BuyProps) {
  const [products] = useState([product]);
  const put = useAddToCart(products);
  const [state, setState] = useState<Adding>('idle');
  const add = async (consultation?: string): Promise<boolean> => {
    setState('adding');
    try {
      await put({ sku: plan.sku, quantity: 1, ...(consultation === undefined ? {} : { consultation }) });
      setState('added');
      return true;
    } catch {
      setState('failed');
      return false;
    }
  };
  return { state, add };
}

function Add(props: BuyProps) {
  const t = useRegionalMessages('device');
  const { slug: vendor } = usePack();
  const { state, add } = useAdd(props);
  return (
    <>
      <NativeButton size="l" disabled={state === 'adding'} onClick={() => void add()}>
        {t('cart.add')}
      </NativeButton>
      <div role="status">
        {state === 'added' && (
          <StatusLine status="saved">
            {t('cart.added')}{' '}
            <TextLink to="/connect/$vendor/cart" params={{ vendor }}>
              {t('cart.view')}
            </TextLink>
          </StatusLine>
        )}
        {state === 'failed' && <StatusLine status="attention">{t('cart.failed')}</StatusLine>}
      </div>
    </>
  );
}

function Consult(props: BuyProps) {
  const t = useRegionalMessages('device');
  const { slug: vendor } = usePack();
  const navigate = useNavigate();
  const forms = useSentForms();
  const now = useNow();
  const { state, add } = useAdd(props);
  const { product } = props;
  const found = qualificationOf(product, forms ?? [], now);
  if (found.status !== 'qualified')
    return (
      product.questionnaire !== undefined && (
        <ButtonLink
          size="l"
          to="/connect/$vendor/questionnaire/$questionnaire"
          params={{ vendor, questionnaire: product.questionnaire }}
        >
          {t('cart.consult')}
        </ButtonLink>
      )
    );
  const go = async () => {
    if (await add(found.form.id)) await navigate({ to: '/connect/$vendor/cart', params: { vendor } });
  };
  return (
    <>
      <NativeButton size="l" disabled={state === 'adding'} onClick={() => void go()}>
        {t('cart.continue')}
      </NativeButton>
      <div role="status">
        {state === 'failed' && <StatusLine status="attention">{t('cart.failed')}</StatusLine>}
      </div>
    </>
  );
}
