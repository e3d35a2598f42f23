import { Text } from '../../design/basic/index.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import { VendorSign } from '../../shell/discovery/vendor-sign.tsx';

/** As the page lists it; nothing where there are more vendors than a page lists. */
function useVendor(slug: string) {
  const { vendors = [] } = useBootstrap();
  return vendors.find((vendor) => vendor.slug === slug);
}

/** The mark of who says it. */
export function SignOf({ vendor: slug }: { readonly vendor: string }) {
  const vendor = useVendor(slug);
  if (vendor?.color === undefined) return null;
  return <VendorSign vendor={{ mark: vendor.mark, color: vendor.color }} />;
}

export function NameOf({ vendor: slug }: { readonly vendor: string }) {
  const vendor = useVendor(slug);
  if (!vendor) return null;
  return (
    <Text as="span" size="xs">
      <bdi>{vendor.name}</bdi>
    </Text>
  );
}
