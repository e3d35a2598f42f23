import { useEffect, useRef, useState } from 'react';
import { type CartItem, type CartLine, moved, withQuantity } from '../../../sync/domain/cart/cart.ts';
import { quantityLimit } from '../../../sync/domain/catalog/limits.ts';
import { Heading, NativeButton, Notice, Row, Stack, Text } from '../../design/basic/index.ts';
import type { CartEdit, StoredCart } from '../../device/cart/stored-cart.ts';
import { useEditCart } from '../../device/cart/use-cart.ts';
import type { ShopFiles } from '../../device/catalog/fetch-shop.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useLocalized } from '../../i18n/index.ts';
import { useRegionalMessages } from '../../i18n/regional-messages.ts';
import { AddFromLink } from './add-from-link.tsx';
import styles from './cart.module.css';
import { CartRow } from './cart-row.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { Summary } from './summary.tsx';
import { useCheckedCart } from './use-checked-cart.ts';

interface CartViewProps {
  readonly files: ShopFiles;
  readonly cart: StoredCart | undefined;
}

type Undoable = { readonly line: CartLine; readonly did: 'removed' | 'saved' };

export function CartView({ files, cart }: CartViewProps) {
  const t = useRegionalMessages('cart');
  const checked = useCheckedCart(files, cart);
  const edit = useEditCart();
  const [failed, setFailed] = useState(false);
  const [undoable, setUndoable] = useState<Undoable>();
  const change = (what: CartEdit) => {
    setFailed(false);
    setUndoable(undefined);
    void edit(what).catch(() => setFailed(true));
  };
  useCappedQuantities(files, cart, edit);

  const limitOf = (slug: string) => {
    const product = files.products.find((one) => one.slug === slug);
    return product ? quantityLimit(product) : 1;
  };
  const take = (line: CartLine, did: Undoable['did']) => {
    change((content, stamp) =>
      did === 'removed'
        ? withQuantity(content, line, 0, stamp)
        : moved(content, line, 'later', Number.POSITIVE_INFINITY, stamp),
    );
    setUndoable({ line, did });
  };
  const undo = ({ line, did }: Undoable) =>
    change((content, stamp) =>
      did === 'removed'
        ? withQuantity(content, line, line.quantity, stamp)
        : moved(content, line, 'cart', limitOf(line.product), stamp),
    );
  const { lines, later } = checked;
  return (
    <>
      <AddFromLink files={files} />
      <div role="status" className={styles.told}>
        {undoable && <Undo of={undoable} files={files} onUndo={() => undo(undoable)} />}
        {failed && (
          <Notice tone="warning" title={t('failed')}>
            {t('failedText')}
          </Notice>
        )}
      </div>
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className={styles.columns}>
          <ul className={styles.lines} aria-label={t('lines')}>
            {lines.map((line) => (
              <CartRow
                key={line.sku}
                {...{ line, change }}
                place={checked.place}
                atCounter={checked.estimate.lines.some((one) => one.sku === line.sku && one.atCounter)}
                onRemove={() => take(line, 'removed')}
                onSave={() => take(line, 'saved')}
              />
            ))}
          </ul>
          <Summary {...{ checked, change }} />
        </div>
      )}
      {later.length > 0 && (
        <Later
          {...{ later, files }}
          onBack={(item) =>
            change((content, stamp) => moved(content, item, 'cart', limitOf(item.product), stamp))
          }
          onRemove={(item) => change((content, stamp) => withQuantity(content, item, 0, stamp, 'later'))}
        />
      )}
    </>
  );
}

/** Two carts that met may hold more than one order takes: what is shown is what is ordered. */
function useCappedQuantities(
  { products }: ShopFiles,
  cart: StoredCart | undefined,
  edit: (edit: CartEdit) => Promise<unknown>,
): void {
  const over = cart?.lines.find(({ product: slug, quantity }) => {
    const product = products.find((one) => one.slug === slug);
    return product !== undefined && quantity > quantityLimit(product);
  });
  const product = products.find(({ slug }) => slug === over?.product);
  const limit = product && quantityLimit(product);
  const version = cart?.version;
  const done = useRef<number>(undefined);
  useEffect(() => {
    if (over === undefined || limit === undefined || done.current === version) return;
    done.current = version;
    const entries = Object.values(cart?.content.entries ?? {});
    const entry = entries.find(({ sku, place }) => sku === over.sku && place === 'cart');
    if (entry)
      void edit((content, stamp) => withQuantity(content, entry, limit, stamp)).catch(() => undefined);
  }, [over, limit, version, cart, edit]);
}

function Undo({
  of: { line, did },
  files,
  onUndo,
}: {
  readonly of: Undoable;
  readonly files: ShopFiles;
  readonly onUndo: () => void;
}) {
  const t = useRegionalMessages('cart');
  const read = useLocalized();
  const button = useRef<HTMLButtonElement>(null);
  const product = files.products.find(({ slug }) => slug === line.product);
  // The button that was pressed is gone with its line.
  useEffect(() => button.current?.focus(), []);
  const name = product ? read(product.name) : t('unknown');
  return (
    <Row gap={3} align="center">
      <Text>{t(did === 'removed' ? 'removed' : 'saved', { name })}</Text>
      <NativeButton ref={button} variant="secondary" onClick={onUndo}>
        {t('undo')}
      </NativeButton>
    </Row>
  );
}

interface LaterProps {
  readonly later: readonly CartLine[];
  readonly files: ShopFiles;
  readonly onBack: (item: CartItem) => void;
  readonly onRemove: (item: CartItem) => void;
}

function Later({ later, files, onBack, onRemove }: LaterProps) {
  const t = useRegionalMessages('cart');
  const read = useLocalized();
  const { products = [] } = usePack();
  return (
    <section className={styles.later} aria-labelledby="later">
      <Heading level={2} size="m" id="later">
        {t('later')}
      </Heading>
      <ul className={styles.lines}>
        {later.map((line) => {
          const product = products.find(({ slug }) => slug === line.product);
          const sold = files.products.some(({ plans }) => plans.some(({ sku }) => sku === line.sku));
          const name = product ? read(product.name) : t('unknown');
          return (
            <li key={line.sku} className={styles.line}>
              <Stack gap={1}>
                <Text strong>{product ? <LocalizedText text={product.name} /> : name}</Text>
                {product && !sold && <Text tone="soft">{t('problem.ITEM_UNAVAILABLE')}</Text>}
              </Stack>
              <Row gap={3}>
                {sold && (
                  <NativeButton
                    variant="quiet"
                    aria-label={`${t('move')}: ${name}`}
                    onClick={() => onBack(line)}
                  >
                    {t('move')}
                  </NativeButton>
                )}
                <NativeButton
                  variant="quiet"
                  aria-label={`${t('remove')}: ${name}`}
                  onClick={() => onRemove(line)}
                >
                  {t('remove')}
                </NativeButton>
              </Row>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
