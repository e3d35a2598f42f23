import { createReadOnce } from '../../../sync/domain/read-once.ts';

/** Reads JSON files that are named by their hashes, so that each is what the server has published, and stays right: once. */
export function createFileReader(fetch: typeof globalThis.fetch): (url: string) => Promise<unknown> {
  const readOnce = createReadOnce<unknown>();
  return (url) =>
    readOnce(url, async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return response.json();
    });
}
