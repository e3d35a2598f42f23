import { useMemo } from 'react';
import { qrPath } from '../../../base/qr-path.ts';
import styles from './codes.module.css';

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** ISO/IEC 18004: `H` reads with 30 % of it hidden, `Q` with 25 %. */
  readonly correction?: 'Q' | 'H';
}

/** Dark on white in every theme, because cameras read nothing else; more than 4 cm wide on every panel. */
export function QrCode({ text, label, correction = 'H' }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text, correction), [text, correction]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
