import { useState } from 'react';
import type { ListedProduct } from '../../../../sync/domain/catalog/product.ts';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { Stack } from '../../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../../design/basic/status/status-line.tsx';
import { Text } from '../../../design/basic/text/text.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../i18n/index.ts';

type Find = (typed: string) => readonly ListedProduct[];

interface ProductSearchProps {
  readonly products: readonly ListedProduct[];
  /** Undefined: all of them. */
  readonly onFound: (found: readonly ListedProduct[] | undefined) => void;
}

/** Above a long list of what is sold. Where its texts can't be loaded, the list is there all the same. */
export const ProductSearch = (props: ProductSearchProps) => (
  <OptionalPart>
    <LoadedSearch {...props} />
  </OptionalPart>
);

function LoadedSearch({ products, onFound }: ProductSearchProps) {
  const t = useMessages('find');
  const [typed, setTyped] = useState('');
  const [find, setFind] = useState<Find | 'failed'>();
  // What searches comes with the first look at the field, and is then on the device.
  const prepare = async (): Promise<Find | undefined> => {
    if (typeof find === 'function') return find;
    try {
      const { createFindProducts } = await import('./find-products.ts');
      const made = createFindProducts(products);
      setFind(() => made);
      return made;
    } catch {
      setFind('failed');
      return undefined;
    }
  };
  const search = async (text: string) => {
    setTyped(text);
    const looks = await prepare();
    onFound(text.trim() === '' ? undefined : looks?.(text));
  };
  const count = typeof find === 'function' && typed.trim() !== '' ? find(typed).length : undefined;
  return (
    <search onFocus={() => void prepare()}>
      <Stack gap={2}>
        <TextField
          label={t('label')}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(text) => void search(text)}
        />
        <div role="status">
          {count !== undefined && (
            <Text size="xs" tone="soft">
              {count === 0 ? t('none') : t('found', { count })}
            </Text>
          )}
          {find === 'failed' && <StatusLine status="offline">{t('failed')}</StatusLine>}
        </div>
      </Stack>
    </search>
  );
}
