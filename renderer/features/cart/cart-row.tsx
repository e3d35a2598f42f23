import { switched, withQuantity } from '../../../sync/domain/cart/cart.ts';
import type { CheckedLine } from '../../../sync/domain/cart/line-problems.ts';
import { quantityLimit } from '../../../sync/domain/catalog/limits.ts';
import type { Plan } from '../../../sync/domain/catalog/product.ts';
import { Icon, NativeButton, Text, TextLink } from '../../design/basic/index.ts';
import { NativeSelect } from '../../design/controls/choices/native-select.tsx';
import type { CartEdit } from '../../device/cart/stored-cart.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useFormat, useLocalized, useMessages } from '../../i18n/index.ts';
import styles from './cart.module.css';
import { ProblemAtLine, remedyOf } from './problem-at-line.tsx';

export interface CartRowProps {
  readonly line: CheckedLine;
  readonly place: string | undefined;
  /** Paid where it is picked up, at that pharmacy's price. */
  readonly atCounter: boolean;
  readonly change: (edit: CartEdit) => void;
  readonly onRemove: () => void;
  readonly onSave: () => void;
}

/** One thing that somebody wants: what it is, how much, what it costs, and what has to be settled first. */
export function CartRow({ line, place, atCounter, change, onRemove, onSave }: CartRowProps) {
  const t = useMessages('cart');
  const read = useLocalized();
  const format = useFormat();
  const { slug: vendor, currency, products = [] } = usePack();
  const listed = products.find(({ slug }) => slug === line.product);
  const name = listed ? read(listed.name) : t('unknown');
  const { sold, quantity } = line;
  const limit = sold ? quantityLimit(sold.product) : quantity;
  const [problem] = line.problems;
  const remedy = problem && remedyOf(problem, products);
  const isNameless = !listed && problem?.code === 'ITEM_UNAVAILABLE';
  return (
    <li className={styles.line}>
      {!isNameless && (
        <div className={styles.what}>
          <div className={styles.words}>
            {listed ? (
              <TextLink
                to="/connect/$vendor/product/$product"
                params={{ vendor, product: listed.slug }}
                tone="ink"
                className={styles.name}
              >
                <LocalizedText text={listed.name} />
              </TextLink>
            ) : (
              <Text strong>{name}</Text>
            )}
            {sold && (
              <Text size="xs" tone="soft">
                <LocalizedText text={sold.product.form} />
                {sold.product.plans.length === 1 && (
                  <>
                    {' · '}
                    <LocalizedText text={sold.plan.pack} />
                    {sold.plan.everyDays !== undefined && ` · ${t('every', { days: sold.plan.everyDays })}`}
                  </>
                )}
              </Text>
            )}
          </div>
          {sold && (
            <strong className={styles.amount}>
              {atCounter ? t('counter') : <bdi>{format.money(sold.plan.amount * quantity, currency)}</bdi>}
            </strong>
          )}
        </div>
      )}
      {problem && <ProblemAtLine {...{ line, problem, place, change, onRemove, onSave, name, isNameless }} />}
      <div className={styles.controls}>
        {limit > 1 && (
          <Stepper
            {...{ name, quantity, limit }}
            onChange={(next) => change((content, stamp) => withQuantity(content, line, next, stamp))}
          />
        )}
        {sold && sold.product.plans.length > 1 && (
          <PlanSelect
            plans={sold.product.plans}
            {...{ name }}
            sku={line.sku}
            onChange={(plan) =>
              change((content, stamp) =>
                switched(content, line, { ...line, sku: plan.sku, unit: plan.amount }, limit, stamp),
              )
            }
          />
        )}
        <div className={styles.actions}>
          {sold && remedy !== 'save' && (
            <NativeButton variant="quiet" aria-label={`${t('save')}: ${name}`} onClick={onSave}>
              {t('save')}
            </NativeButton>
          )}
          {remedy !== 'remove' && (
            <NativeButton variant="quiet" aria-label={`${t('remove')}: ${name}`} onClick={onRemove}>
              {t('remove')}
            </NativeButton>
          )}
        </div>
      </div>
    </li>
  );
}

interface StepperProps {
  readonly name: string;
  readonly quantity: number;
  readonly limit: number;
  readonly onChange: (quantity: number) => void;
}

function Stepper({ name, quantity, limit, onChange }: StepperProps) {
  const t = useMessages('cart');
  const format = useFormat();
  return (
    <fieldset aria-label={t('quantity', { name })} className={styles.stepper}>
      <button
        type="button"
        className={styles.step}
        aria-label={t('less', { name })}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <span className={styles.count} aria-live="polite">
        {format.number(quantity)}
      </span>
      <button
        type="button"
        className={styles.step}
        aria-label={t('more', { name })}
        disabled={quantity >= limit}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size={20} />
      </button>
    </fieldset>
  );
}

interface PlanSelectProps {
  readonly plans: readonly Plan[];
  readonly sku: string;
  readonly name: string;
  readonly onChange: (plan: Plan) => void;
}

function PlanSelect({ plans, sku, name, onChange }: PlanSelectProps) {
  const t = useMessages('cart');
  const read = useLocalized();
  const format = useFormat();
  const { currency } = usePack();
  // On a phone it breaks after the pack alone, which may be in another language than the line.
  const words = ({ pack, everyDays, amount }: Plan) => {
    const often = everyDays === undefined ? t('once') : t('every', { days: everyDays });
    return `\u2068${read(pack)}\u2069\u00a0· ${`${often} · ${format.money(amount, currency)}`.replaceAll(' ', '\u00a0')}`;
  };
  return (
    <div className={styles.plan}>
      <NativeSelect
        id={`plan-${sku}`}
        label={t('plan', { name })}
        hideLabel
        options={plans.map((plan) => ({ id: plan.sku, label: words(plan) }))}
        value={sku}
        canClear={false}
        onChange={(id) => {
          const plan = plans.find((one) => one.sku === id);
          if (plan && plan.sku !== sku) onChange(plan);
        }}
      />
    </div>
  );
}
