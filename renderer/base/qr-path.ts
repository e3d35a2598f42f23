/** A text as a QR code, ISO/IEC 18004. */
import qrcode from 'qrcode-generator';

/** Modules around the symbol that stay white (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** One line per run of dark modules. */
/** @param correction `H` reads with 30 % of it hidden, `Q` with 25 %. */
export function qrPath(
  text: string,
  correction: 'Q' | 'H',
): { readonly size: number; readonly path: string } {
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
