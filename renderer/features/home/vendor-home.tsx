import { usePack } from '../../device/provider/platform-provider.tsx';
import { useRememberVendor } from '../../shell/frame/last-vendor.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { DuskHome } from './dusk-home.tsx';
import { layoutOf } from './layout-of.ts';
import { ShopHome } from './shop-home.tsx';

/** The vendor's shop window, composed by the brand's character. */
export function VendorHome() {
  const pack = usePack();
  useRememberVendor(pack);
  const layout = layoutOf(pack.brand);
  return (
    <VendorPage width="wide">{layout === 'dusk' ? <DuskHome /> : <ShopHome layout={layout} />}</VendorPage>
  );
}
