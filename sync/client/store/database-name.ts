/** Vendors that share an origin are kept apart by it (G7). */
export function databaseName(vendor: string): string {
  return `v:${vendor}:store`;
}
