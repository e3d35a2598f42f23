/** Numbers of North America and of British cities with 02 in their groups, any other as it is: E.164 is for machines. */
export function writtenPhone(e164: string): string {
  return e164
    .replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
    .replace(/^\+44(2\d)(\d{4})(\d{4})$/, '+44 $1 $2 $3')
    .replaceAll(' ', '\u00a0');
}
