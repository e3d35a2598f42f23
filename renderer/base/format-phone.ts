/** E.164 as it is read: numbers of North America, of London and of other British cities with 02 in their usual groups, others as they are. */
export function formatPhone(phone: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  const british = /^\+44(2\d)(\d{4})(\d{4})$/.exec(phone);
  if (british) return `0${british[1]} ${british[2]} ${british[3]}`;
  return american ? `(${american[1]}) ${american[2]}-${american[3]}` : phone;
}
