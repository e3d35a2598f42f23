/**
 * A vendor's home ends in a slash, because the scope of its worker does: without it the page is outside of its own app.
 * Done before the router starts, which takes both addresses for the same one.
 */
export function canonicalPath(pathname: string): string {
  return /^\/connect\/[^/]+$/.test(pathname) ? `${pathname}/` : pathname;
}
