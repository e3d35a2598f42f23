import { Text } from '../../design/basic/index.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import { VendorSign } from '../../shell/discovery/vendor-sign.tsx';

/** The mark of who says it; none where there are more vendors than a page lists. */
export function SignOf({ vendor: slug }: { readonly vendor: string }) {
  const { vendors = [] } = useBootstrap();
  const vendor = vendors.find((each) => each.slug === slug);
  if (vendor?.color === undefined) return null;
  return <VendorSign vendor={{ mark: vendor.mark, color: vendor.color }} />;
}

export function NameOf({ name }: { readonly name: string }) {
  return (
    <Text as="span" size="xs">
      <bdi>{name}</bdi>
    </Text>
  );
}
