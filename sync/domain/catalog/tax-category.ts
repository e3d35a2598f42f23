/** What the tax on something depends on, beside the place. */
export const taxCategories = ['rx', 'otc', 'device', 'service', 'shipping'] as const;
export type TaxCategory = (typeof taxCategories)[number];
