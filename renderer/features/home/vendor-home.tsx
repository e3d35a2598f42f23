import { usePack } from '../../device/provider/platform-provider.tsx';
import { useRememberVendor } from '../../shell/frame/last-vendor.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { CounterHome } from './counter-home.tsx';
import { DuskHome } from './dusk-home.tsx';
import { GardenHome } from './garden-home.tsx';
import { layoutOf } from './layout-of.ts';

const homes = { garden: GardenHome, dusk: DuskHome, counter: CounterHome };

/** The vendor's shop window, composed by the brand's character. */
export function VendorHome() {
  const pack = usePack();
  useRememberVendor(pack);
  const Home = homes[layoutOf(pack.brand)];
  return (
    <VendorPage width="wide">
      <Home />
    </VendorPage>
  );
}
