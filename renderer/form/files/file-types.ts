/** Names that people know for MIME types: "JPG, PNG, or PDF". */
import type { Format } from '../../i18n/index.ts';

const names: Readonly<Partial<Record<string, string>>> = {
  'image/jpeg': 'JPG',
  'image/*': 'JPG',
  'text/plain': 'TXT',
};

/** "PDF" for `application/pdf`, "SVG" for `image/svg+xml`, "VIDEO" for `video/*`. */
function nameOf(type: string): string {
  const [kind = type, subtype = '*'] = type.split('/');
  return names[type] ?? (subtype === '*' ? kind : subtype.replace(/\+.*$/, '')).toUpperCase();
}

/** @param types MIME types or patterns such as `image/*`. */
export const fileTypeList = (types: readonly string[], format: Pick<Format, 'list'>): string =>
  format.list([...new Set(types.map(nameOf))], { type: 'disjunction' });
