/** From a checked pack to what the server serves: a CompiledVendorPack and the files that it names. */
import type { CompiledVendorPack } from '../../sync/domain/vendor/published-pack.ts';
import type { CheckedPack } from './check.ts';
import { publishParts } from './parts.ts';
import { canonicalJson, createPackFiles, type PackFiles, sha256 } from './read/pack-files.ts';

export interface Publication {
  readonly pack: CompiledVendorPack;
  readonly files: PackFiles;
}

/** Deterministic: the same pack gives the same bytes, whenever and wherever it is compiled. */
export async function publishPack(checked: CheckedPack): Promise<Publication> {
  const files = createPackFiles(checked.source.slug);
  const drawing = (path: string) =>
    files.add(
      `images/${path
        .replace(/^images\//, '')
        .replace(/\.svg$/i, '')
        .replaceAll('/', '-')}`,
      'svg',
      checked.images.get(path) ?? '',
    );
  const content = {
    ...checked.source,
    ...(await publishParts(checked, { files, drawing })),
  };
  const hashes = files.entries().map(([path, bytes]) => [path, sha256(bytes)]);
  return {
    pack: {
      ...content,
      packHash: sha256(canonicalJson({ content, hashes })),
      files: files.urls(),
    },
    files,
  };
}
