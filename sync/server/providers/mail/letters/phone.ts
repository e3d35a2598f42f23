/** A North American number in groups, any other as it is: E.164 is for machines. */
export function writtenPhone(e164: string): string {
  return e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3').replaceAll(' ', '\u00a0');
}
