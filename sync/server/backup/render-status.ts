/** What `npm run backup -- status` prints. */
import type { BackupStatus } from './backup-status.ts';

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function renderBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

const minutes = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function renderStatus({ backups, vendors }: BackupStatus): string {
  const listed = backups.map(
    ({ takenAt, verifiedAt, through, kind, place }) =>
      `  ${minutes(takenAt)}  through ${through}  ${place ?? (kind === 'operator' ? "the operator's own" : kind)}${verifiedAt ? '' : '  (not verified yet)'}`,
  );
  const safety = vendors.map(
    ({ vendor, safeThrough, uncovered, uncoveredBytes, mintedAt, epoch }) =>
      `  ${vendor}  safe through ${safeThrough} of epoch ${epoch} (since ${minutes(mintedAt)})\n` +
      `    devices still hold ${uncovered} operations that no backup covers (${renderBytes(uncoveredBytes)})`,
  );
  return [
    'Backups:',
    ...(listed.length > 0 ? listed : ['  none yet']),
    'Vendors:',
    ...(safety.length > 0 ? safety : ['  none has received anything yet']),
  ].join('\n');
}
