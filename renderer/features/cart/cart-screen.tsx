import { useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { Heading, NativeButton, Notice, Stack, Text } from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { useCart } from '../../device/cart/use-cart.ts';
import { fetchShopFiles, type ShopFiles } from '../../device/catalog/fetch-shop.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { UnlockPanel } from '../../device/unlock-panel.tsx';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { useRegionalMessages } from '../../i18n/regional-messages.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { usePageName } from '../../shell/page/page-name.ts';
import styles from './cart.module.css';
import { CartView } from './cart-view.tsx';

const BASKET = ['cart', 'title.GB'] as const;

/** What somebody is about to order. All of it works offline. */
export function CartScreen() {
  const t = useRegionalMessages('cart');
  const { brand } = usePack();
  const { language, region } = useLanguage();
  usePageName(language === 'en' && region === 'GB' ? BASKET : undefined);
  const loaded = useLoaderData({ from: '/connect/$vendor/cart' });
  const [files, setFiles] = useState(loaded);
  const { status, cart } = useCart();
  const count = (cart?.lines ?? []).length;
  return (
    <VendorPage
      width={count > 0 && files ? 'wide' : 'column'}
      art={count > 0 && files ? undefined : <SideArt of={brand.art} />}
    >
      <div className={styles.screen}>
        <Heading level={1} size="xl">
          {t('title')}
        </Heading>
        {files === undefined ? (
          <Unreachable onFiles={setFiles} />
        ) : status === 'locked' ? (
          <Stack gap={4}>
            <Text>{t('locked')}</Text>
            <UnlockPanel />
          </Stack>
        ) : status === 'none' ? (
          <Notice tone="warning" title={t('noStore')}>
            {t('noStoreText')}
          </Notice>
        ) : (
          status === 'ready' && <CartView files={files} cart={cart} />
        )}
      </div>
    </VendorPage>
  );
}

function Unreachable({ onFiles }: { readonly onFiles: (files: ShopFiles) => void }) {
  const t = useRegionalMessages('cart');
  const shell = useMessages('shell');
  const pack = usePack();
  const [isAsking, setAsking] = useState(false);
  const again = () => {
    setAsking(true);
    fetchShopFiles(pack)
      .then((files) => files && onFiles(files))
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  return (
    <Notice tone="warning" live="status" title={t('unreachable')}>
      <p>{t('unreachableText')}</p>
      <NativeButton variant="secondary" disabled={isAsking} onClick={again}>
        {shell('error.again')}
      </NativeButton>
    </Notice>
  );
}
