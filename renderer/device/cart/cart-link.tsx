import { OptionalPart } from '../../base/optional-part.tsx';
import { TextLink } from '../../design/basic/actions/links.tsx';
import { useFormat } from '../../i18n/index.ts';
import { useRegionalMessages } from '../../i18n/regional-messages.ts';
import { usePack } from '../provider/platform-provider.tsx';
import { CartKeeper } from './cart-keeper.tsx';
import { useCart } from './use-cart.ts';

/** Quietly in the header, where the vendor sells something and there is something in it. Its texts may fail to load: a header goes on without it. */
export function CartLink() {
  const { shop } = usePack();
  if (shop === undefined) return null;
  return (
    <>
      <CartKeeper />
      <OptionalPart>
        <Count />
      </OptionalPart>
    </>
  );
}

function Count() {
  const { slug: vendor } = usePack();
  const { cart } = useCart();
  const count = (cart?.lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  return count === 0 ? null : <LoadedLink vendor={vendor} count={count} />;
}

function LoadedLink({ vendor, count }: { readonly vendor: string; readonly count: number }) {
  const t = useRegionalMessages('device');
  const format = useFormat();
  return (
    <TextLink to="/connect/$vendor/cart" params={{ vendor }} tone="ink" standalone>
      {t('cart.link', { count: format.number(count) })}
    </TextLink>
  );
}
