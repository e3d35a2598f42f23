import { useRememberVendor } from '../../app/last-vendor.ts';
import { usePack } from '../../app/platform-provider.tsx';
import { VendorPage } from '../../app/vendor-page.tsx';
import { DuskHome } from './dusk-home.tsx';
import { GardenHome } from './garden-home.tsx';
import { layoutOf } from './layout-of.ts';

/** The vendor's shop window, composed by the brand's character. */
export function VendorHome() {
  const pack = usePack();
  useRememberVendor(pack);
  const Home = layoutOf(pack.brand) === 'dusk' ? DuskHome : GardenHome;
  return (
    <VendorPage width="wide">
      <Home />
    </VendorPage>
  );
}
