/** What tests know of the demo vendors: read from what the server serves, never written down twice. */
export const DEMO_VENDORS = ['willow', 'lantern', 'mainstreet', 'northgate', 'harbour'] as const;
export type DemoVendor = (typeof DEMO_VENDORS)[number];

interface ServedPack {
  readonly packHash: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly questionnaires: readonly {
    readonly slug: string;
    readonly canonical: string;
    readonly title: { readonly en: string };
  }[];
  readonly products?: readonly { readonly slug: string }[];
  readonly rules: readonly { readonly questionnaire: string; readonly outcome: string }[];
}

export async function servedPack(origin: string, vendor: DemoVendor): Promise<ServedPack> {
  const response = await fetch(`${origin}/connect/${vendor}/pack.json`);
  return (await response.json()) as ServedPack;
}
