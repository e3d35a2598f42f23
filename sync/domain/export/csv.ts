/** Tables for spreadsheet programs: RFC 4180, in an encoding that they recognise, and no cell that one of them would run. */

/** What makes a program take a cell for a formula, also behind spaces, and in full-width letters. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠|%]/;

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
