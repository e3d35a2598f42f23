import qrcode from 'qrcode-generator';
import { useMemo } from 'react';
import styles from './codes.module.css';

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** ISO/IEC 18004: `H` reads with 30 % of it hidden, `Q` with 25 %. */
  readonly correction?: 'Q' | 'H';
}

/** Modules around the symbol that stay white (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** Dark on white in every theme, because cameras read nothing else; more than 4 cm wide on every panel. */
export function QrCode({ text, label, correction = 'H' }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text, correction), [text, correction]);
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

/** One line per run of dark modules. */
function draw(text: string, correction: 'Q' | 'H'): { readonly size: number; readonly path: string } {
  const code = qrcode(0, correction);
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!code.isDark(row, column)) continue;
      const from = column;
      while (column + 1 < count && code.isDark(row, column + 1)) column += 1;
      path += `M${from + QUIET} ${row + QUIET}h${column - from + 1}v1h-${column - from + 1}z`;
    }
  }
  return { size: count + 2 * QUIET, path };
}
