import type { ReactNode } from 'react';
import { Page, type PageProps } from '../../design/basic/layout/page.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { VendorFooter } from './vendor-footer.tsx';
import { VendorHeader } from './vendor-header.tsx';

export type VendorPageProps = Omit<PageProps, 'header' | 'footer'> & { readonly children: ReactNode };

/** The frame of a vendor's screens: whose page it is, what is waiting, the screen, where to turn. */
export function VendorPage(props: VendorPageProps) {
  const header = (
    <>
      <VendorHeader />
      <OfflineBanner />
    </>
  );
  return <Page {...props} header={header} footer={<VendorFooter />} />;
}
