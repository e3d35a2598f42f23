import type { ReactNode } from 'react';
import { Page, type PageProps } from '../../design/basic/layout/page.tsx';
import { useIsEmbedded } from '../page/embedded.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { VendorFooter } from './vendor-footer.tsx';
import { VendorHeader } from './vendor-header.tsx';

export type VendorPageProps = Omit<PageProps, 'header' | 'footer'> & {
  readonly children: ReactNode;
  /** What is waiting, and why; without it where the screen itself says so. */
  readonly banner?: boolean;
};

/** The frame of a vendor's screens: whose page it is, what is waiting, the screen, where to turn. */
export function VendorPage({ banner = true, ...props }: VendorPageProps) {
  const isEmbedded = useIsEmbedded();
  if (isEmbedded) return <Page {...props} art={undefined} header={banner && <OfflineBanner />} />;
  const header = (
    <>
      <VendorHeader />
      {banner && <OfflineBanner />}
    </>
  );
  return <Page {...props} header={header} footer={<VendorFooter />} />;
}
