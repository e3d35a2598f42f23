import { withQuantity } from '../../../sync/domain/cart/cart.ts';
import type { CheckedLine, LineProblem } from '../../../sync/domain/cart/line-problems.ts';
import type { ListedProduct } from '../../../sync/domain/catalog/product.ts';
import { placeName } from '../../../sync/domain/places/places.ts';
import { ButtonLink, NativeButton, Notice, Text } from '../../design/basic/index.ts';
import type { CartEdit } from '../../device/cart/stored-cart.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useLocalized, useMessages } from '../../i18n/index.ts';

interface ProblemProps {
  readonly line: CheckedLine;
  readonly problem: LineProblem;
  readonly name: string;
  /** Its name is that it isn't listed any more, which is the problem. */
  readonly isNameless: boolean;
  readonly place: string | undefined;
  readonly change: (edit: CartEdit) => void;
  readonly onRemove: () => void;
  readonly onSave: () => void;
}

/** What it is, and the one press that settles it. */
export function ProblemAtLine(props: ProblemProps) {
  // There is no more to say of it than that.
  if (props.problem.code === 'ITEM_UNAVAILABLE')
    return (
      <Notice tone="warning">
        <Text strong>
          <Title {...props} />
        </Text>
        <Action {...props} />
      </Notice>
    );
  return (
    <Notice tone="warning" title={<Title {...props} />}>
      <Text>
        <Words {...props} />
      </Text>
      <Action {...props} />
    </Notice>
  );
}

function Title({ problem, name, isNameless }: ProblemProps) {
  const t = useMessages('cart');
  if (isNameless) return name;
  if (problem.code === 'RX_NOT_QUALIFIED') return t(`problem.rx.${problem.why}`);
  if (problem.code === 'MIXED_FULFILLMENT') return t(`problem.mixed.${problem.way}`);
  return t(`problem.${problem.code}`);
}

function Words({ problem, place, line }: ProblemProps) {
  const t = useMessages('cart');
  const format = useFormat();
  const { currency, name: vendor } = usePack();
  const { language } = useLanguage();
  switch (problem.code) {
    case 'PRICE_CHANGED':
      return t('problem.PRICE_CHANGED.text', {
        was: format.money(problem.was, currency),
        now: format.money(problem.now, currency),
      });
    case 'AREA_NOT_SERVED':
      return t('problem.AREA_NOT_SERVED.text', {
        vendor,
        place: place === undefined ? '' : placeName(place, language),
      });
    case 'QTY_LIMIT':
      return t('problem.QTY_LIMIT.text', { limit: problem.limit });
    case 'RX_NOT_QUALIFIED':
      return t(`problem.rx.${problem.why}.text`);
    case 'MIXED_FULFILLMENT':
      return t('problem.mixed.text');
    case 'CONSULTATION_EXPIRED':
    case 'SECOND_CONSULTATION':
      return t(`problem.${problem.code}.text`);
    default:
      return line.sku;
  }
}

/** Which press settles it: a line offers none of them twice. */
export function remedyOf(
  problem: LineProblem,
  products: readonly ListedProduct[],
): 'accept' | 'reduce' | 'consult' | 'see' | 'remove' | 'save' {
  switch (problem.code) {
    case 'PRICE_CHANGED':
      return 'accept';
    case 'QTY_LIMIT':
      return 'reduce';
    case 'CONSULTATION_EXPIRED':
      return 'consult';
    case 'RX_NOT_QUALIFIED':
      return problem.why === 'none' ? 'consult' : 'remove';
    case 'ITEM_UNAVAILABLE':
      return products.some(({ slug }) => problem.instead.includes(slug)) ? 'see' : 'remove';
    default:
      return 'save';
  }
}

function Action({ problem, line, name, change, onRemove, onSave }: ProblemProps) {
  const t = useMessages('cart');
  const read = useLocalized();
  const { slug: vendor, products = [] } = usePack();
  const press = (label: string, does: () => void) => (
    <NativeButton variant="secondary" aria-label={`${label}: ${name}`} onClick={does}>
      {label}
    </NativeButton>
  );
  const remedy = remedyOf(problem, products);
  if (remedy === 'consult')
    return (
      <ButtonLink
        variant="secondary"
        to="/connect/$vendor/questionnaire/$questionnaire"
        params={{ vendor, questionnaire: line.sold?.product.questionnaire ?? '' }}
      >
        {t('consult')}
      </ButtonLink>
    );
  if (problem.code === 'ITEM_UNAVAILABLE' && remedy === 'see') {
    const instead = products.find(({ slug }) => problem.instead.includes(slug));
    return (
      <ButtonLink
        variant="secondary"
        to="/connect/$vendor/product/$product"
        params={{ vendor, product: instead?.slug ?? '' }}
      >
        {t('see', { name: instead ? read(instead.name) : '' })}
      </ButtonLink>
    );
  }
  if (problem.code === 'PRICE_CHANGED')
    return press(t('accept'), () =>
      change((content, stamp) => withQuantity(content, { ...line, unit: problem.now }, line.quantity, stamp)),
    );
  if (problem.code === 'QTY_LIMIT')
    return press(t('reduce', { limit: problem.limit }), () =>
      change((content, stamp) => withQuantity(content, line, problem.limit, stamp)),
    );
  return remedy === 'remove' ? press(t('remove'), onRemove) : press(t('save'), onSave);
}
