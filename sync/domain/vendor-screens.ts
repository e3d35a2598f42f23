/**
 * Screens of a vendor's space with an address of their own, `/connect/{vendor}/continue`, beside home, forms and legal documents. The server answers
 * others with 404, and no legal document may have their name.
 */
export const vendorScreens: readonly string[] = ['continue'];
